import { Button, Checkbox, CopyButton, Notice } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetSecret, type ShownSecret, useShownSecret } from './shown-secret.ts'
import { Code } from './text-link.tsx'

/** Shown once; it closes only after the operator has said that the secret is saved. */
export function SecretDialog() {
  const unkept = useShownSecret()
  return unkept && <Shown key={unkept.secret} unkept={unkept} />
}

function Shown({ unkept: { title, text, keyId, secret } }: { unkept: ShownSecret }) {
  const t = useTranslations()
  const [isKept, setKept] = useState(false)
  useWarningOnLeaving()
  return (
    <Sheet isOpen isDismissable={false} onClose={forgetSecret} title={title} closeLabel={t('common.close')}>
      <div className="grid gap-4">
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('partners.secret.warning')}>
          {text}
        </Notice>
        {keyId !== null && (
          <Value label={t('partners.secret.key')} copyLabel={t('partners.secret.copy_key')} text={keyId} />
        )}
        <Value label={t('partners.secret.secret')} copyLabel={t('partners.secret.copy_secret')} text={secret} />
        <Checkbox
          label={t('partners.secret.kept')}
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        <Button isWide disabled={!isKept} onClick={forgetSecret}>
          {t('partners.secret.done')}
        </Button>
      </div>
    </Sheet>
  )
}

interface ValueProps {
  readonly label: string
  readonly copyLabel: string
  readonly text: string
}

function Value({ label, copyLabel, text }: ValueProps) {
  const t = useTranslations('common')
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <div className="flex items-center gap-2 rounded-2xl bg-sunken py-1 ps-4 pe-1">
        <Code className="min-w-0 flex-1" text={text} />
        <CopyButton label={copyLabel} copiedLabel={t('copied')} text={text} />
      </div>
    </div>
  )
}

/** The browser asks before the page is closed or loaded anew. */
function useWarningOnLeaving() {
  useEffect(() => {
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askToStay)
    return () => window.removeEventListener('beforeunload', askToStay)
  }, [])
}
