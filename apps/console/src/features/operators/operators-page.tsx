import type { InputOf } from '@cashbox/contract'
import {
  changeOperator,
  createOperator,
  type KnownOperator,
  listOperators,
  type OperatorRole,
  operatorRoles,
} from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import {
  Check,
  Info,
  KeyRound,
  Lock,
  LockOpen,
  type LucideIcon,
  Mail,
  ShieldOff,
  UserRoundX,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, plain, selectField, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { bare, column, offCard, searched, type TableColumn, time, valued } from '../../platform/list/columns.tsx'
import { optionsOf, useListFilters, useSearchSpec } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { CreateButton, ThingPage, useThings } from '../../platform/list/things.tsx'
import { cacheRow, call, refresh, useAnswer, useOperator } from '../../platform/session/session.ts'
import { FactorBadge, Facts, stateBadge, When } from '../../platform/values/values.tsx'

export function OperatorsPage() {
  const t = useTranslations()
  const roles = optionsOf(operatorRoles, (role) => t(`roles.${role}`))
  const filters = useListFilters({ search: useSearchSpec(), role: { label: t('operators.role'), options: roles } })
  return (
    <ListPage
      {...useThings('operators', useOperators(), filters, (operator) => <OperatorDetail operator={operator} />)}
      columns={useColumns()}
      actions={<CreateButton endpoint={createOperator} label={t('operators.create')} form={NewOperator} />}
    >
      <PendingChanges kind="operator" />
    </ListPage>
  )
}

function useColumns(): readonly TableColumn<KnownOperator>[] {
  const t = useTranslations()
  const moment = (id: 'last_seen_at' | 'created_at', header: string) =>
    valued<KnownOperator>(
      (operator) => operator[id] ?? 0,
      time(id, header, (operator) => operator[id]),
    )
  return [
    searched('name', t('operators.name'), ({ name }) => name),
    offCard(searched('email', t('operators.email'), ({ email }) => email)),
    valued(({ role }) => role, bare(column('role', t('operators.role'), ({ role }) => t(`roles.${role}`)))),
    bare(column('standing', t('operators.standing'), (operator) => <AccessBadge state={accessOf(operator)} />)),
    column('factor', t('operators.factor'), ({ has_two_factor: has }) => (
      <FactorBadge state={has ? 'factor_on' : 'factor_off'} />
    )),
    moment('last_seen_at', t('operators.last_seen')),
    offCard(moment('created_at', t('operators.created'))),
  ]
}

export const OperatorPage = () => (
  <ThingPage list="operators" query={useOperators()} icon={UserRoundX} width="narrow">
    {(operator) => <OperatorDetail operator={operator} />}
  </ThingPage>
)

function NewOperator() {
  const t = useTranslations('operators')
  const role: OperatorRole = 'support'
  const [, navigate] = useLocation()
  const roleOptions = useRoleOptions()
  return (
    <ActForm
      initial={{ name: '', email: '', role, reason: '' }}
      send={async (values) => {
        const answer = await call(createOperator, values)
        if (answer.request) navigate(`/approvals/${answer.request.id}`)
        return answer
      }}
      text={t('create_text')}
      submit={t('create_submit')}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          {textField(form, 'email', t('email'), { ...plain, type: 'email' })}
          {selectField(form, 'role', t('role'), roleOptions)}
        </>
      )}
    </ActForm>
  )
}

type Action = 'disable' | 'enable' | 'forget_factor' | 'reset_password'
type Change = Omit<InputOf<typeof changeOperator>, 'operator_id' | 'version'>

interface OperatorProps {
  readonly operator: KnownOperator
}

const icons: Record<Action, LucideIcon> = {
  disable: Lock,
  enable: LockOpen,
  forget_factor: ShieldOff,
  reset_password: KeyRound,
}

export const useOperators = () => useAnswer(listOperators, {}, { select: ({ list }) => list })

export function OperatorDetail({ operator }: OperatorProps) {
  const t = useTranslations('operators')
  const isOneself = useOperator().id === operator.id
  return (
    <div className="grid gap-6">
      <PendingChanges kind="operator" id={operator.id} />
      <Facts
        facts={{
          [t('email')]: operator.email,
          [t('standing')]: <AccessBadge state={accessOf(operator)} />,
          [t('factor')]: <FactorBadge state={operator.has_two_factor ? 'factor_on' : 'factor_off'} />,
          [t('last_seen')]: <When seconds={operator.last_seen_at} />,
          [t('created')]: <When seconds={operator.created_at} />,
        }}
      />
      {isOneself ? (
        <Callout tone="info" icon={<Info aria-hidden />} title={t('own_title')}>
          {t('own_text')}{' '}
          <Link href="/account" className="font-semibold text-brand-text underline">
            {t('own_link')}
          </Link>
        </Callout>
      ) : (
        <Changes operator={operator} />
      )}
    </div>
  )
}

/** The forms start again with the server's values after a change, and on request after another operator's change. */
function Changes({ operator }: OperatorProps) {
  const t = useTranslations('operators.actions')
  const secondTitle = useTranslations('operators')('second_title')
  const act = useActsAt('operators.actions', { name: operator.name })
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  const reload = () => refresh(listOperators.path).then(renew)
  const actions: readonly Action[] = [
    operator.is_disabled ? 'enable' : 'disable',
    'reset_password',
    ...(operator.has_two_factor ? (['forget_factor'] as const) : []),
  ]
  return (
    <>
      <OperatorForm key={round} operator={operator} onDone={renew} onReload={() => void reload()} />
      <div className="border-t border-line pt-5">
        <Acts
          label={t('label')}
          reload={reload}
          acts={actions.map((action) => {
            // An account without a password gets its first link again, without approval.
            const needsSecond = action !== 'disable' && (action !== 'reset_password' || operator.has_password)
            return act(action, changeOperator, icons[action], {
              send: async ({ reason }) => {
                const changed = await change(operator, { ...changeOf(action), reason })
                renew()
                return changed
              },
              ...(!needsSecond && { submit: t(`${action}.button`), isReady: () => true }),
              variant: action === 'enable' ? 'primary' : 'danger',
              children: needsSecond && <Callout tone="info" icon={<Users aria-hidden />} title={secondTitle} />,
            })
          })}
        />
      </div>
    </>
  )
}

/** An empty reason is left out. */
async function change({ id, version }: KnownOperator, { reason = '', ...changes }: Change) {
  const optionalReason = isGiven(reason) ? { reason } : {}
  const changed = await call(changeOperator, { operator_id: id, version, ...changes, ...optionalReason })
  cacheRow(listOperators, changed.operator, (operator) => operator.id)
  return changed
}

function OperatorForm({ operator, ...act }: ActProps & OperatorProps) {
  const t = useTranslations()
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(operator)
  const roleOptions = useRoleOptions()
  const isRoleChanged = (values: { readonly role: string }) => values.role !== seen.role
  return (
    <ActForm
      {...act}
      initial={{ name: seen.name, role: seen.role, reason: '' }}
      send={(values) => change(seen, values)}
      done={t('common.saved')}
      isReady={({ isChanged, values }) => isChanged && (!isRoleChanged(values) || isGiven(values.reason))}
      isReasonAsked={isRoleChanged}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('operators.name'), { maxLength: 80 })}
          {selectField(form, 'role', t('operators.role'), roleOptions)}
          {isRoleChanged(form.values) && (
            <Callout tone="info" icon={<Users aria-hidden />} title={t('operators.role_text')} />
          )}
        </>
      )}
    </ActForm>
  )
}

export function useRoleOptions() {
  const t = useTranslations()
  return optionsOf(operatorRoles, (role) => `${t(`roles.${role}`)}: ${t(`role_duties.${role}`)}`)
}

function changeOf(action: Action): Change {
  if (action === 'reset_password') return { reset_password: true }
  if (action === 'forget_factor') return { reset_two_factor: true }
  return { is_disabled: action === 'disable' }
}

export const AccessBadge = stateBadge({
  invited: ['operators.invited', 'pending', Mail],
  disabled: ['operators.disabled', 'blocked', Lock],
  active: ['operators.active', 'approved', Check],
})

export const accessOf = ({ is_disabled, has_password }: KnownOperator) =>
  is_disabled ? 'disabled' : has_password ? 'active' : 'invited'
