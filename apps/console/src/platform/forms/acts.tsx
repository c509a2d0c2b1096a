import { type OperatorEndpoint, rolesOf } from '@cashbox/contract/operator'
import { Button, type ButtonProps } from '@cashbox/ui'
import { Sheet, type SheetProps } from '@cashbox/ui/dialog'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOperator } from '../session/session.ts'
import type { ActProps } from './form.tsx'

/** Has its dialog, which works on the thing as it was when the button was pressed. */
interface DialogAct extends Pick<SheetProps, 'size'> {
  readonly title: string
  readonly renderForm: (act: Required<ActProps>) => ReactNode
}

type Act = {
  /** Shown to operators who may make this call. */
  readonly endpoint: OperatorEndpoint
  readonly label: string
  readonly icon?: LucideIcon
  readonly variant?: ButtonProps['variant']
} & (DialogAct | { readonly onChoose: () => void })

interface ActsProps {
  readonly label?: string
  readonly acts: readonly (Act | false)[]
  /** After another operator has changed the thing. */
  readonly reload?: () => Promise<unknown>
}

export function Dialog(props: Omit<SheetProps, 'isOpen' | 'closeLabel'>) {
  return <Sheet isOpen {...props} />
}

/** For acts that are chosen elsewhere than in a row of buttons. */
export function useActDialog(reload: () => Promise<unknown> = () => Promise.resolve()) {
  const [act, open] = useState<DialogAct | null>(null)
  const close = () => open(null)
  const props = { onDone: close, onCancel: close, onReload: () => void reload().then(close) }
  const dialog = act && (
    <Dialog title={act.title} size={act.size} onClose={close}>
      {act.renderForm(props)}
    </Dialog>
  )
  return { open, dialog }
}

/** Buttons for the acts that the operator's role allows, and the dialog of the one that was pressed. */
export function Acts({ label, acts, reload }: ActsProps) {
  const { role } = useOperator()
  const { open, dialog } = useActDialog(reload)
  const allowed = acts.filter((act) => act && rolesOf(act.endpoint).includes(role)) as readonly Act[]
  if (allowed.length === 0) return null
  return (
    <div {...(label !== undefined && { role: 'group', 'aria-label': label })} className="flex flex-wrap gap-2">
      {allowed.map((act) => (
        <Button
          key={act.label}
          variant={act.variant ?? 'secondary'}
          icon={act.icon && <act.icon size={16} aria-hidden />}
          onClick={() => ('renderForm' in act ? open(act) : act.onChoose())}
        >
          {act.label}
        </Button>
      ))}
      {dialog}
    </div>
  )
}
