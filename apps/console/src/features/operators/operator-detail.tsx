import { useForm } from '@cashbox/client/use-form'
import type { InputOf } from '@cashbox/contract'
import { changeOperator, type KnownOperator } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import {
  Check,
  Info,
  KeyRound,
  Lock,
  LockOpen,
  type LucideIcon,
  Mail,
  ShieldCheck,
  ShieldOff,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActButtons, ActDialog, ActForm, type ActProps, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { call } from '../../platform/session/call.ts'
import { useOperator } from '../../platform/session/session.ts'
import { IconBadge } from '../../platform/values/badges.tsx'
import { Facts, When } from '../../platform/values/values.tsx'
import { OperatorForm } from './operator-form.tsx'
import { cacheOperator, useOperators } from './operators.ts'

type Action = 'disable' | 'enable' | 'forget_factor' | 'reset_password'
type Change = Omit<InputOf<typeof changeOperator>, 'operator_id' | 'version'>

interface ActionFormProps extends ActProps {
  readonly action: Action
  readonly operator: KnownOperator
  readonly onCancel: () => void
}

const icons: Record<Action, LucideIcon> = {
  disable: Lock,
  enable: LockOpen,
  forget_factor: ShieldOff,
  reset_password: KeyRound,
}

export function OperatorDetail({ operator }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  const isOneself = useOperator().id === operator.id
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('email'), operator.email],
          [t('standing'), <AccessBadge key="standing" operator={operator} />],
          [t('factor'), <FactorBadge key="factor" operator={operator} />],
          [t('last_seen'), <When key="seen" seconds={operator.last_seen_at} />],
          [t('created'), <When key="created" seconds={operator.created_at} />],
        ]}
      />
      {isOneself ? <OwnAccountCallout /> : <Changes operator={operator} />}
    </div>
  )
}

function OwnAccountCallout() {
  const t = useTranslations('operators')
  return (
    <Callout tone="info" icon={<Info aria-hidden />} title={t('own_title')}>
      {t('own_text')}{' '}
      <Link href="/account" className="font-semibold text-brand-text underline">
        {t('own_link')}
      </Link>
    </Callout>
  )
}

/** The forms start again with the server's values after a change, and on request after another operator's change. */
function Changes({ operator }: { operator: KnownOperator }) {
  const { refetch } = useOperators()
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  const reload = () => void refetch().then(renew)
  return (
    <>
      <OperatorForm key={`form ${round}`} operator={operator} onDone={renew} onReload={reload} />
      <OperatorActions key={`actions ${round}`} operator={operator} onDone={renew} onReload={reload} />
    </>
  )
}

function OperatorActions({ operator, onDone, onReload }: ActProps & { operator: KnownOperator }) {
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

function ActionForm({ action, operator, onDone, ...act }: ActionFormProps) {
  const t = useTranslations()
  const notifyChanged = useChangeToast()
  const { id, version, name } = operator
  // An account without a password gets its first link again, without approval.
  const needsSecond = action !== 'disable' && (action !== 'reset_password' || operator.has_password)
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const optionalReason = reason.trim() === '' ? {} : { reason }
      const changed = await call(changeOperator, { operator_id: id, version, ...changeOf(action), ...optionalReason })
      cacheOperator(changed.operator)
      notifyChanged(changed.request, t(`operators.actions.${action}.done`, { name }))
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
      {needsSecond && <Callout tone="info" icon={<Users aria-hidden />} title={t('operators.second_title')} />}
      <ReasonField form={form} />
    </ActForm>
  )
}

function changeOf(action: Action): Change {
  if (action === 'reset_password') return { reset_password: true }
  if (action === 'forget_factor') return { reset_two_factor: true }
  return { is_disabled: action === 'disable' }
}

export function AccessBadge({ operator: { is_disabled, has_password } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  if (!is_disabled && !has_password) return <IconBadge style={['pending', Mail]}>{t('invited')}</IconBadge>
  return (
    <IconBadge style={is_disabled ? ['blocked', Lock] : ['approved', Check]}>
      {t(is_disabled ? 'disabled' : 'active')}
    </IconBadge>
  )
}

export function FactorBadge({ operator: { has_two_factor } }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  return (
    <IconBadge style={has_two_factor ? ['approved', ShieldCheck] : ['pending', ShieldOff]}>
      {t(has_two_factor ? 'factor_on' : 'factor_off')}
    </IconBadge>
  )
}
