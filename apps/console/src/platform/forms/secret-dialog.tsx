import { observable, useObservable } from '@cashbox/client/observable'
import { Button, Callout, Checkbox, CopyButton } from '@cashbox/ui'
import { DialogFooter } from '@cashbox/ui/dialog'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { textsOf } from '../language/language.ts'
import { useOperator } from '../session/session.ts'
import { Code } from '../values/values.tsx'
import { Dialog } from './acts.tsx'

const t = textsOf('partners')

interface ShownSecret {
  /** Only the operator who asked for the secret may see it, even if another one logs in here. */
  readonly operatorId: string
  readonly title: string
  readonly text: string
  /** A link shows the secret to a partner and never to the operator. */
  readonly kind: 'secret' | 'link'
  /** Only for the link to a key. */
  readonly keyId?: string
  readonly value: string
}

/** A secret or link that the operator has not yet confirmed as saved; it stays on the screen until then. */
const unsavedSecret = observable<ShownSecret | null>(null)

/** Closes only after the operator has confirmed that the secret or link is saved. */
export function SecretDialog() {
  const { id } = useOperator()
  const shown = useObservable(unsavedSecret)
  return shown?.operatorId === id && <ShownOnce key={shown.value} shown={shown} />
}

function ShownOnce({ shown: { kind, title, text, keyId, value } }: { shown: ShownSecret }) {
  const [isSaved, setSaved] = useState(false)
  useWarningOnLeaving()
  return (
    <Dialog isDismissable={false} onClose={forgetSecret} title={title}>
      <div className="grid gap-4">
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t(`${kind}.warning`)}>
          {text}
        </Callout>
        {keyId !== undefined && <Value label={t('link.key')} copyLabel={t('link.copy_key')} text={keyId} />}
        <Value label={t(`${kind}.value`)} copyLabel={t(`${kind}.copy`)} text={value} />
        <Checkbox label={t(`${kind}.kept`)} checked={isSaved} onChange={(event) => setSaved(event.target.checked)} />
        <DialogFooter>
          <Button isWide disabled={!isSaved} onClick={forgetSecret}>
            {t('secret.done')}
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

const Value = ({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) => (
  <div className="grid gap-1.5">
    <span className="text-sm font-semibold">{label}</span>
    <div className="flex items-center gap-2 rounded-2xl bg-sunken py-1 ps-4 pe-1">
      <Code className="min-w-0 flex-1" text={text} />
      <CopyButton label={copyLabel} text={text} />
    </div>
  </div>
)

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
