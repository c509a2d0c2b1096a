import { useForm } from '@cashbox/client/use-form'
import type { InputOf } from '@cashbox/contract'
import { changeOperator, type KnownOperator } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { KeyRound, Lock, LockOpen, type LucideIcon, ShieldOff, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { ActDialog, type ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { keepOperator } from './operators.ts'

type Action = 'disable' | 'enable' | 'forget_factor' | 'reset_password'
type Change = Omit<InputOf<typeof changeOperator>, 'operator_id' | 'version'>

const icons: Record<Action, LucideIcon> = {
  disable: Lock,
  enable: LockOpen,
  forget_factor: ShieldOff,
  reset_password: KeyRound,
}

/** What is done at once, each after a word on what it does. */
export function OperatorActions({ operator, onDone, onReload }: ActProps & { operator: KnownOperator }) {
  const t = useTranslations('operators.actions')
  const [chosen, setChosen] = useState<Action | null>(null)
  const actions: readonly Action[] = [
    operator.is_disabled ? 'enable' : 'disable',
    'reset_password',
    ...(operator.has_two_factor ? (['forget_factor'] as const) : []),
  ]
  return (
    <div className="border-t border-line pt-5">
      <ActButtons
        label={t('label')}
        acts={actions.map((action) => ({
          endpoint: changeOperator,
          label: t(`${action}.button`),
          icon: icons[action],
          onChoose: () => setChosen(action),
        }))}
      />
      {chosen && (
        <ActDialog
          thing={operator}
          title={() => t(`${chosen}.title`)}
          reload={async () => onReload()}
          onClose={() => setChosen(null)}
        >
          {(seen, act) => (
            <ActionForm {...act} action={chosen} operator={seen} onDone={onDone} onCancel={() => setChosen(null)} />
          )}
        </ActDialog>
      )}
    </div>
  )
}

interface ActionFormProps extends ActProps {
  readonly action: Action
  readonly operator: KnownOperator
  readonly onCancel: () => void
}

function ActionForm({ action, operator, onDone, ...act }: ActionFormProps) {
  const t = useTranslations()
  const sayChanged = useSayChanged()
  const { id, version, name } = operator
  // An account that was never used gets its first link again.
  const needsSecond = action !== 'disable' && (action !== 'reset_password' || operator.has_password)
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const why = reason.trim() === '' ? {} : { reason }
      const changed = await call(changeOperator, { operator_id: id, version, ...changeOf(action), ...why })
      keepOperator(changed.operator)
      sayChanged(changed.request, t(`operators.actions.${action}.done`, { name }))
      onDone()
    },
  })
  return (
    <ActForm
      {...act}
      form={form}
      text={t(`operators.actions.${action}.text`, { name })}
      submit={t(`operators.actions.${action}.${needsSecond ? 'submit' : 'button'}`)}
      variant={action === 'enable' ? 'primary' : 'danger'}
      isDisabled={needsSecond && form.values.reason.trim() === ''}
    >
      {needsSecond && <Notice tone="info" icon={<Users aria-hidden />} title={t('operators.second_title')} />}
      <ReasonField form={form} />
    </ActForm>
  )
}

function changeOf(action: Action): Change {
  if (action === 'reset_password') return { reset_password: true }
  if (action === 'forget_factor') return { reset_two_factor: true }
  return { is_disabled: action === 'disable' }
}
