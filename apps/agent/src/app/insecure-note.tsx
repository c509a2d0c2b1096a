import insecureTexts from 'virtual:english/insecure'
import { readStored, store } from '@cashbox/client/storage'
import { Button, Callout } from '@cashbox/ui'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addBuiltIn } from '../platform/language/language.ts'

addBuiltIn(insecureTexts)

const CLOSED = 'closed-insecure-note'

/** Said once on a page without TLS: what the browser withholds there, and what helps. */
export function InsecureNote() {
  const t = useTranslations('insecure')
  const [isClosed, setClosed] = useState(() => readStored(CLOSED) !== null)
  if (isClosed) return null
  const close = () => {
    store(CLOSED, 'true')
    setClosed(true)
  }
  return (
    <aside className="mx-auto w-full max-w-[35rem] px-4 pt-4 lg:max-w-5xl lg:in-[body:has([data-menu])]:ps-64">
      <Callout tone="warning" icon={<ShieldAlert aria-hidden />} title={t('title')}>
        <p>{t('text')}</p>
        <Button variant="secondary" className="mt-2" onClick={close}>
          {t('close')}
        </Button>
      </Callout>
    </aside>
  )
}
