import type { InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { Check, Info, KeyRound, Lock, LockOpen, Mail, ShieldOff, UserRoundX, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, plain, selectField, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, offCard, searched, sortedTime, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { optionsOf, searchSpec, useListFilters } from '../../platform/list/list-filters.tsx'
import { CreateButton, ListPage, ThingPage, useThings } from '../../platform/list/list-page.tsx'
import { cacheRow, call, refresh, useAnswer, useOperator } from '../../platform/session/session.ts'
import { FactorBadge, Facts, stateBadge, When } from '../../platform/values/values.tsx'

const t = textsOf('operators')

export function OperatorsPage() {
  const roles = optionsOf(api.operatorRoles, (role) => textAt(`roles.${role}`))
  const filters = useListFilters({ search: searchSpec(), role: { label: t('role'), options: roles } })
  return (
    <ListPage
      {...useThings('operators', useOperators(), filters, (operator) => <OperatorDetail operator={operator} />)}
      columns={columnsOf()}
      actions={<CreateButton endpoint={api.createOperator} label={t('create')} form={NewOperator} />}
    >
      <PendingChanges kind="operator" />
    </ListPage>
  )
}

const columnsOf = (): readonly TableColumn<api.KnownOperator>[] => [
  searched('name', t('name'), ({ name }) => name),
  offCard.searched('email', t('email'), ({ email }) => email),
  valued(
    ({ role }) => role,
    bare.column('role', t('role'), ({ role }) => textAt(`roles.${role}`)),
  ),
  valued(
    accessOf,
    bare.column('standing', t('standing'), (operator) => <AccessBadge state={accessOf(operator)} />),
  ),
  valued(
    ({ has_two_factor }) => Number(has_two_factor),
    column('factor', t('factor'), ({ has_two_factor: has }) => (
      <FactorBadge state={has ? 'factor_on' : 'factor_off'} />
    )),
  ),
  sortedTime('last_seen_at', t('last_seen'), ({ last_seen_at }) => last_seen_at),
  offCard.sortedTime('created_at', t('created'), ({ created_at }) => created_at),
]

export const OperatorPage = () => (
  <ThingPage list="operators" query={useOperators()} icon={UserRoundX} width="narrow">
    {(operator) => <OperatorDetail operator={operator} />}
  </ThingPage>
)

function NewOperator() {
  const role: api.OperatorRole = 'support'
  const [, navigate] = useLocation()
  return (
    <ActForm
      initial={{ name: '', email: '', role, reason: '' }}
      send={async (values) => {
        const answer = await call(api.createOperator, values)
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
          {selectField(form, 'role', t('role'), roleOptions())}
        </>
      )}
    </ActForm>
  )
}

type Change = Omit<InputOf<typeof api.changeOperator>, 'operator_id' | 'version'>

interface OperatorProps {
  readonly operator: api.KnownOperator
}

const actions = {
  disable: ['operators.actions.disable', Lock, { is_disabled: true }],
  enable: ['operators.actions.enable', LockOpen, { is_disabled: false }],
  forget_factor: ['operators.actions.forget_factor', ShieldOff, { reset_two_factor: true }],
  reset_password: ['operators.actions.reset_password', KeyRound, { reset_password: true }],
} as const

export const useOperators = () => useAnswer(api.listOperators, {}, { select: ({ list }) => list })

export function OperatorDetail({ operator }: OperatorProps) {
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
  const act = actsWith({ name: operator.name })
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  const reload = () => refresh(api.listOperators.path).then(renew)
  const offered: readonly (keyof typeof actions)[] = [
    operator.is_disabled ? 'enable' : 'disable',
    'reset_password',
    ...(operator.has_two_factor ? (['forget_factor'] as const) : []),
  ]
  return (
    <>
      <OperatorForm key={round} operator={operator} onDone={renew} onReload={() => void reload()} />
      <div className="border-t border-line pt-5">
        <Acts
          label={t('actions.label')}
          reload={reload}
          acts={offered.map((action) => {
            const [texts, icon, changes] = actions[action]
            // An account without a password gets its first link again, without approval.
            const needsSecond = action !== 'disable' && (action !== 'reset_password' || operator.has_password)
            return act(texts, api.changeOperator, icon, {
              send: async ({ reason }) => {
                const changed = await change(operator, { ...changes, reason })
                renew()
                return changed
              },
              ...(!needsSecond && { submit: t(`actions.${action}.button`), isReady: () => true }),
              variant: action === 'enable' ? 'primary' : 'danger',
              children: needsSecond && <Callout tone="info" icon={<Users aria-hidden />} title={t('second_title')} />,
            })
          })}
        />
      </div>
    </>
  )
}

/** An empty reason is left out. */
async function change({ id, version }: api.KnownOperator, { reason = '', ...changes }: Change) {
  const optionalReason = isGiven(reason) ? { reason } : {}
  const changed = await call(api.changeOperator, { operator_id: id, version, ...changes, ...optionalReason })
  cacheRow(api.listOperators, changed.operator, (operator) => operator.id)
  return changed
}

function OperatorForm({ operator, ...act }: ActProps & OperatorProps) {
  // As it was when the form was opened: the change applies to that version.
  const [seen] = useState(operator)
  const isRoleChanged = (values: { readonly role: string }) => values.role !== seen.role
  return (
    <ActForm
      {...act}
      initial={{ name: seen.name, role: seen.role, reason: '' }}
      send={(values) => change(seen, values)}
      done={textAt('common.saved')}
      isReady={({ isChanged, values }) => isChanged && (!isRoleChanged(values) || isGiven(values.reason))}
      isReasonAsked={isRoleChanged}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          {selectField(form, 'role', t('role'), roleOptions())}
          {isRoleChanged(form.values) && <Callout tone="info" icon={<Users aria-hidden />} title={t('role_text')} />}
        </>
      )}
    </ActForm>
  )
}

export function roleOptions() {
  return optionsOf(api.operatorRoles, (role) => `${textAt(`roles.${role}`)}: ${textAt(`role_duties.${role}`)}`)
}

export const AccessBadge = stateBadge({
  invited: ['operators.invited', 'pending', Mail],
  disabled: ['operators.disabled', 'blocked', Lock],
  active: ['operators.active', 'approved', Check],
})

export const accessOf = ({ is_disabled, has_password }: api.KnownOperator) =>
  is_disabled ? 'disabled' : has_password ? 'active' : 'invited'
