import { useForm } from '@cashbox/client/use-form'
import { confirmEmailChange, stopEmailChange } from '@cashbox/contract'
import { buttonClass, Callout, Card } from '@cashbox/ui'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { call } from '../../platform/call.ts'
import { SubmitButton } from '../../platform/forms.tsx'
import { useUsableMark } from '../../platform/screen.tsx'
import { reloadUser } from '../../platform/session/user.ts'
import { OpenPage } from './open-page.tsx'

interface ChangeLink {
  readonly act: 'confirm' | 'stop'
  readonly hash: string
}

function readLink(search: string): ChangeLink | null {
  const query = new URLSearchParams(search)
  const [confirm, stop] = [query.get('confirm'), query.get('stop')]
  if (confirm) return { act: 'confirm', hash: confirm }
  return stop ? { act: 'stop', hash: stop } : null
}

/** The target of the links in both e-mails. Needs a press, as mail programs open links. */
export function EmailChangePage() {
  const t = useTranslations()
  const [link] = useState(readLink(useSearch()))
  const [said, setSaid] = useState<string | null>(null)
  useUsableMark()
  return (
    <OpenPage title={t('email_change.title')}>
      {said !== null ? (
        <>
          <Callout tone="success" role="status" icon={<CircleCheck aria-hidden />}>
            <span className="wrap-anywhere">{said}</span>
          </Callout>
          <Link href="/dashboard" className={buttonClass({ size: 'lg', isWide: true })}>
            {t('email_change.continue')}
          </Link>
        </>
      ) : link ? (
        <DecisionForm {...link} onDone={setSaid} />
      ) : (
        <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('auth.login.verify_failed')}>
          {t('auth.login.link_incomplete')}
        </Callout>
      )}
    </OpenPage>
  )
}

function DecisionForm({ act, hash, onDone }: ChangeLink & { onDone: (text: string) => void }) {
  const t = useTranslations('email_change')
  const form = useForm({
    initial: {},
    send: async () => {
      if (act === 'confirm') onDone(t('confirmed', { email: (await call(confirmEmailChange, { hash })).email }))
      else {
        await call(stopEmailChange, { hash })
        onDone(t('stopped'))
      }
      void reloadUser()
    },
  })
  return (
    <Card>
      <form {...form.element} className="grid gap-4">
        <p>{t(act === 'confirm' ? 'confirm_text' : 'stop_text')}</p>
        <SubmitButton form={form} label={t(act)} />
      </form>
    </Card>
  )
}
