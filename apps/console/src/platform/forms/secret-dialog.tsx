import { observable, useObservable } from '@cashbox/client/observable'
import { Button, Callout, Checkbox, CopyButton } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOperator } from '../session/session.ts'
import { Code } from '../values/values.tsx'
import { Dialog } from './acts.tsx'

interface ShownSecret {
  /** Only the operator who asked for the secret may see it, even if another one logs in here. */
  readonly operatorId: string
  readonly title: string
  readonly text: string
  /** Not for the secret of a webhook. */
  readonly keyId?: string
  readonly secret: string
}

/** A secret that the operator has not yet confirmed as saved; it stays on the screen until then. */
const unsavedSecret = observable<ShownSecret | null>(null)

/** Closes only after the operator has confirmed that the secret is saved. */
export function SecretDialog() {
  const { id } = useOperator()
  const shown = useObservable(unsavedSecret)
  return shown?.operatorId === id && <ShownOnce key={shown.secret} shown={shown} />
}

function ShownOnce({ shown: { title, text, keyId, secret } }: { shown: ShownSecret }) {
  const t = useTranslations()
  const [isSaved, setSaved] = useState(false)
  useWarningOnLeaving()
  return (
    <Dialog isDismissable={false} onClose={forgetSecret} title={title}>
      <div className="grid gap-4">
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('partners.secret.warning')}>
          {text}
        </Callout>
        {keyId !== undefined && (
          <Value label={t('partners.secret.key')} copyLabel={t('partners.secret.copy_key')} text={keyId} />
        )}
        <Value label={t('partners.secret.secret')} copyLabel={t('partners.secret.copy_secret')} text={secret} />
        <Checkbox
          label={t('partners.secret.kept')}
          checked={isSaved}
          onChange={(event) => setSaved(event.target.checked)}
        />
        <Button isWide disabled={!isSaved} onClick={forgetSecret}>
          {t('partners.secret.done')}
        </Button>
      </div>
    </Dialog>
  )
}

function Value({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <div className="flex items-center gap-2 rounded-2xl bg-sunken py-1 ps-4 pe-1">
        <Code className="min-w-0 flex-1" text={text} />
        <CopyButton label={copyLabel} text={text} />
      </div>
    </div>
  )
}

/** The browser asks before the page is closed or reloaded. */
function useWarningOnLeaving() {
  useEffect(() => {
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askToStay)
    return () => window.removeEventListener('beforeunload', askToStay)
  }, [])
}

export function useShowSecret(): (secret: Omit<ShownSecret, 'operatorId'>) => void {
  const { id } = useOperator()
  return (secret) => unsavedSecret.set({ operatorId: id, ...secret })
}

const forgetSecret = (): void => unsavedSecret.set(null)
