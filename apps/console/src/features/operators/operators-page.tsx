import { createOperator, type KnownOperator, type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { plain, selectField, textField } from '../../platform/forms/fields.tsx'
import { ActForm } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { optionsOf, useListFilters, useSearchSpec } from '../../platform/list/list-filters.tsx'
import { ThingPage, WholeListPage } from '../../platform/list/list-page.tsx'
import { bare, column, figure, isFoundIn, offCard, type SortedColumn, sorted } from '../../platform/list/use-list.tsx'
import { call } from '../../platform/session/session.ts'
import { FactorBadge, When } from '../../platform/values/values.tsx'
import { AccessBadge, accessOf, OperatorDetail, useOperators, useRoleOptions } from './operator-detail.tsx'

export function OperatorsPage() {
  const t = useTranslations()
  const roles = optionsOf(operatorRoles, (role) => t(`roles.${role}`))
  return (
    <WholeListPage
      list="operators"
      query={useOperators()}
      columns={useColumns()}
      filters={useListFilters({ search: useSearchSpec(), role: { label: t('operators.role'), options: roles } })}
      isWanted={(operator, { search, role }) =>
        (role === undefined || operator.role === role) && isFoundIn(search, operator.name, operator.email)
      }
      create={{ endpoint: createOperator, form: NewOperator }}
      renderDetail={(operator) => <OperatorDetail operator={operator} />}
    >
      <PendingChanges kind="operator" />
    </WholeListPage>
  )
}

function useColumns(): readonly SortedColumn<KnownOperator>[] {
  const t = useTranslations()
  const time = (id: 'last_seen_at' | 'created_at', header: string): SortedColumn<KnownOperator> => ({
    ...figure(id, header, (operator) => <When seconds={operator[id]} />),
    sortValue: (operator) => operator[id] ?? 0,
  })
  return [
    sorted('name', t('operators.name'), ({ name }) => name),
    offCard(sorted('email', t('operators.email'), ({ email }) => email)),
    { ...bare(column('role', t('operators.role'), ({ role }) => t(`roles.${role}`))), sortValue: ({ role }) => role },
    bare(column('standing', t('operators.standing'), (operator) => <AccessBadge state={accessOf(operator)} />)),
    column('factor', t('operators.factor'), ({ has_two_factor: has }) => (
      <FactorBadge state={has ? 'factor_on' : 'factor_off'} />
    )),
    time('last_seen_at', t('operators.last_seen')),
    offCard(time('created_at', t('operators.created'))),
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
