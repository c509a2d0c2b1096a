import { createOperator, type KnownOperator, type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation, useParams } from 'wouter'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { optionsOf, useListFilters, useSearchSpec } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import {
  bare,
  column,
  figure,
  isFoundIn,
  offCard,
  type SortedColumn,
  sorted,
  useWholeList,
} from '../../platform/list/use-list.ts'
import { DetailPage, Loaded, oneOf } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { When } from '../../platform/values/values.tsx'
import { AccessBadge, FactorBadge, OperatorDetail, useOperators, useRoleOptions } from './operator-detail.tsx'

export function OperatorsPage() {
  const t = useTranslations()
  const query = useOperators()
  const table = useWholeList({
    all: query.data,
    columns: useColumns(),
    filters: useListFilters({
      search: useSearchSpec(),
      role: { label: t('operators.role'), options: optionsOf(operatorRoles, (role) => t(`roles.${role}`)) },
    }),
    isWanted: (operator, { search, role }) =>
      (role === undefined || operator.role === role) && isFoundIn(search, operator.name, operator.email),
  })
  return (
    <ListPage
      {...table}
      list="operators"
      title={t('pages.operators')}
      text={t('operators.text')}
      exported={{ table: 'operators', filters: {} }}
      create={{ endpoint: createOperator, label: t('operators.create'), form: NewOperator }}
      path="/operators"
      query={query}
      keyOf={({ id }) => id}
      emptyTitle={t('operators.none')}
      renderDrawer={(id) => {
        const operator = query.data?.find((one) => one.id === id)
        return operator && { title: operator.name, content: <OperatorDetail operator={operator} /> }
      }}
    >
      <PendingChanges kind="operator" />
    </ListPage>
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
    bare(column('standing', t('operators.standing'), (operator) => <AccessBadge operator={operator} />)),
    column('factor', t('operators.factor'), (operator) => <FactorBadge operator={operator} />),
    time('last_seen_at', t('operators.last_seen')),
    offCard(time('created_at', t('operators.created'))),
  ]
}

export function OperatorPage() {
  const t = useTranslations()
  const { id } = useParams()
  const query = oneOf(useOperators(), (operator) => operator.id === id)
  return (
    <DetailPage title={query.data?.name ?? t('pages.operators')} width="narrow">
      <Loaded query={query} none={{ icon: UserRoundX, title: t('operators.none') }}>
        {(operator) => <OperatorDetail operator={operator} />}
      </Loaded>
    </DetailPage>
  )
}

function NewOperator(act: ActProps) {
  const t = useTranslations('operators')
  const role: OperatorRole = 'support'
  const [, navigate] = useLocation()
  const roleOptions = useRoleOptions()
  return (
    <ActForm
      {...act}
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
          <TextField form={form} name="name" label={t('name')} maxLength={80} />
          <TextField
            form={form}
            name="email"
            label={t('email')}
            type="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectField form={form} name="role" label={t('role')} options={roleOptions} />
        </>
      )}
    </ActForm>
  )
}
