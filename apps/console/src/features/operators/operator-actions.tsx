import type { InputOf } from '@cashbox/contract'
import { changeOperator as changeCall, type changeOperator } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { KeyRound, Lock, LockOpen, ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { PasswordField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ChangeProps } from './operator-form.tsx'
import { keepOperator } from './operators.ts'

type Action = 'disable' | 'enable' | 'forget_factor' | 'new_password'
type Change = Omit<InputOf<typeof changeOperator>, 'operator_id' | 'version'>

const icons: Record<Action, ReactNode> = {
  disable: <Lock size={16} aria-hidden />,
  enable: <LockOpen size={16} aria-hidden />,
  forget_factor: <ShieldOff size={16} aria-hidden />,
  new_password: <KeyRound size={16} aria-hidden />,
}

/** What is done at once, each after a word on what it does. */
export function OperatorActions(props: ChangeProps) {
  const t = useTranslations('operators.actions')
  const { operator } = props
  const [chosen, setChosen] = useState<Action | null>(null)
  const actions: readonly Action[] = [
    operator.is_disabled ? 'enable' : 'disable',
    'new_password',
    ...(operator.has_second_factor ? (['forget_factor'] as const) : []),
  ]
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2 border-t border-line pt-5">
      {actions.map((action) => (
        <Button key={action} variant="secondary" icon={icons[action]} onClick={() => setChosen(action)}>
          {t(`${action}.button`)}
        </Button>
      ))}
      {chosen && <ActionDialog {...props} action={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

type ActionDialogProps = ChangeProps & { readonly action: Action; readonly onClose: () => void }

function ActionDialog({ action, operator, onClose, onDone, onReload }: ActionDialogProps) {
  const t = useTranslations()
  const [{ id, version, name }] = useState(operator)
  const form = useForm({
    initial: { password: '' },
    send: async ({ password }) => {
      const changed = await call(changeCall, { operator_id: id, version, ...changeOf(action, password) })
      keepOperator(changed.operator)
      notify('success', t(`operators.actions.${action}.done`, { name }))
      onDone()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={t(`operators.actions.${action}.title`)} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-4">
        <p>{t(`operators.actions.${action}.text`, { name })}</p>
        {action === 'new_password' && (
          <PasswordField
            form={form}
            name="password"
            label={t('account.new_password')}
            help={t('operators.first_password_help')}
            autoComplete="new-password"
          />
        )}
        <Submit
          form={form}
          label={t(`operators.actions.${action}.button`)}
          variant={action === 'enable' ? 'primary' : 'danger'}
          onCancel={onClose}
          onReload={onReload}
        />
      </form>
    </Sheet>
  )
}

function changeOf(action: Action, password: string): Change {
  if (action === 'new_password') return { password }
  if (action === 'forget_factor') return { forget_second_factor: true }
  return { is_disabled: action === 'disable' }
}
