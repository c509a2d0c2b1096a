import { type OperatorEndpoint, rolesOf } from '@cashbox/contract/operator'
import { Button, type ButtonProps } from '@cashbox/ui'
import { DialogFooter, Sheet, type SheetProps } from '@cashbox/ui/dialog'
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type AnyText, type TextGroup, textAt } from '../language/language.ts'
import type { TableColumn } from '../list/columns.tsx'
import { useMay, useOperator } from '../session/session.ts'
import { ActContext, ActForm, type ActFormProps, type Say, type TextValues } from './form.tsx'

/** A form that asks only for a reason. */
type ReasonForm = Omit<ActFormProps<{ readonly reason: string }, unknown>, 'initial'>

export interface Act {
  readonly texts: TextGroup
  /** Shown to operators who may make this call. */
  readonly endpoint: OperatorEndpoint
  readonly say: Say
  readonly icon?: LucideIcon | null
  readonly variant?: ButtonProps['variant']
  readonly size?: SheetProps['size']
  /** For screen readers, where several such buttons are on the page. */
  readonly ariaLabel?: string
  /** The dialog works on the thing as it was when the button was pressed. */
  readonly form: ReasonForm | ReactElement
}

interface LinkAct extends Pick<Act, 'endpoint' | 'icon'> {
  readonly label: string
  readonly onChoose: () => void
}

interface ActsProps {
  readonly label?: string
  readonly acts: readonly (Act | LinkAct | false)[]
  /** After another operator has changed the thing. */
  readonly reload?: (() => Promise<unknown>) | undefined
  readonly isInCell?: boolean
  /** What a drawer is for: always in sight. */
  readonly isMain?: boolean
}

const others: Partial<Record<Parameters<Say>[0], Parameters<Say>[0]>> = { button: 'submit', title: 'button' }

interface ActLook extends Partial<Pick<Act, 'variant' | 'size' | 'ariaLabel'>> {
  readonly values?: TextValues
}

/** The texts of an act are one group: button, title, text, submit and done of `channels.acts.rename`. */
export function actsWith(values: TextValues = {}) {
  return (
    texts: TextGroup,
    endpoint: OperatorEndpoint,
    icon: LucideIcon | null,
    form: Act['form'],
    { values: ownValues, ...look }: ActLook = {},
  ): Act => {
    const keyOf = (word: string) => `${texts}.${word}` as AnyText
    const say: Say = (word, more) => {
      // A button without a text shows that of the form's submit button, and a dialog without a title that of the button.
      const key = [keyOf(word), ...(others[word] ? [keyOf(others[word])] : [])].find((one) => textAt.has(one))
      return key && textAt(key, { ...values, ...ownValues, ...more })
    }
    return { texts, endpoint, say, icon, form, ...look }
  }
}

export const Dialog = (props: Omit<SheetProps, 'isOpen' | 'closeLabel'>) => <Sheet isOpen {...props} />

/** Buttons for the acts that the operator's role allows, and the dialog of the one that was pressed. */
export function Acts({ label, acts, reload, isInCell = false, isMain = false }: ActsProps) {
  const { role } = useOperator()
  const [opened, open] = useState<Act | null>(null)
  const close = () => open(null)
  const allowed = acts.filter((act) => act && rolesOf(act.endpoint).includes(role)) as readonly (Act | LinkAct)[]
  const context = opened && {
    say: opened.say,
    onDone: close,
    onCancel: close,
    onReload: () => void Promise.resolve(reload?.()).then(close),
  }
  const buttons = allowed.length > 0 && (
    <div
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
      className={isInCell ? 'inline-flex flex-wrap justify-end gap-2' : 'flex flex-wrap gap-2'}
    >
      {allowed.map((act) => (
        <ActButton key={wordOf(act)} act={act} onPress={() => ('form' in act ? open(act) : act.onChoose())} />
      ))}
    </div>
  )
  return (
    <>
      {isMain ? <DialogFooter>{buttons}</DialogFooter> : buttons}
      {opened && context && (
        <Dialog id={opened.texts} title={opened.say('title')} size={opened.size} onClose={close}>
          <ActContext value={context}>
            {'send' in opened.form ? <ActForm {...opened.form} initial={noReason} /> : opened.form}
          </ActContext>
        </Dialog>
      )}
    </>
  )
}

const noReason = { reason: '' }

const wordOf = (act: Act | LinkAct) => ('form' in act ? act.say('button') : act.label)

function ActButton({ act, onPress }: { act: Act | LinkAct; onPress: () => void }) {
  const { variant = 'secondary', ariaLabel } = 'form' in act ? act : {}
  return (
    <Button
      variant={variant}
      icon={act.icon && <act.icon size={16} aria-hidden />}
      aria-label={ariaLabel}
      aria-haspopup={'form' in act ? 'dialog' : undefined}
      onClick={onPress}
    >
      {wordOf(act)}
    </Button>
  )
}

/** A column with what an operator who may make that call can do with a row. */
export function useActColumn<Row>(
  id: string,
  header: string,
  endpoint: OperatorEndpoint,
  actsOf: (row: Row) => ActsProps['acts'],
  reload?: ActsProps['reload'],
): readonly TableColumn<Row>[] {
  const cell: TableColumn<Row>['cell'] = ({ row }) => <Acts isInCell acts={actsOf(row.original)} reload={reload} />
  return useMay(endpoint) ? [{ id, header, cell, meta: { isFigure: true } }] : []
}
