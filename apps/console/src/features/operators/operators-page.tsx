import { useForm } from '@cashbox/client/use-form'
import { createOperator, type KnownOperator, type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ActForm, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useOpened } from '../../platform/list/url-filters.ts'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/list/use-list.ts'
import { Loaded, oneOf } from '../../platform/page/loaded.tsx'
import { DetailPage } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { When } from '../../platform/values/values.tsx'
import { AccessBadge, FactorBadge, OperatorDetail } from './operator-detail.tsx'
import { useRoleOptions } from './operator-form.tsx'
import { useOperators } from './operators.ts'

export function OperatorsPage() {
  const t = useTranslations()
  const { opened } = useOpened()
  const query = useOperators()
  const { filters, table } = useWholeList({
    all: query.data,
    columns: useColumns(),
    filterNames: ['search', 'role'],
    isWanted: (operator, { search, role }) =>
      (role === undefined || operator.role === role) && isFoundIn(search, operator.name, operator.email),
  })
  const operator = query.data?.find(({ id }) => id === opened)
  return (
    <ListPage
      {...table}
      list="operators"
      title={t('pages.operators')}
      text={t('operators.text')}
      exported={{ table: 'operators', filters: {} }}
      create={{
        endpoint: createOperator,
        label: t('operators.create'),
        form: NewOperator,
      }}
      path="/operators"
      query={query}
      keyOf={({ id }) => id}
      emptyTitle={t('operators.none')}
      emptyText={t('common.no_match_text')}
      drawer={operator && { title: operator.name, content: <OperatorDetail operator={operator} /> }}
    >
      <ListFilters filters={filters}>
        <SearchFilter filters={filters} />
        <SelectFilter
          filters={filters}
          name="role"
          label={t('operators.role')}
          options={operatorRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </ListFilters>
    </ListPage>
  )
}

function useColumns(): readonly SortedColumn<KnownOperator>[] {
  const t = useTranslations()
  const time = (id: 'last_seen_at' | 'created_at', header: string): SortedColumn<KnownOperator> => ({
    id,
    header,
    cell: (operator) => <When seconds={operator[id]} />,
    isFigure: true,
    sortValue: (operator) => operator[id] ?? 0,
  })
  return [
    { id: 'name', header: t('operators.name'), cell: ({ name }) => name, sortValue: ({ name }) => name },
    { id: 'email', header: t('operators.email'), cell: ({ email }) => email, sortValue: ({ email }) => email },
    { id: 'role', header: t('operators.role'), cell: ({ role }) => t(`roles.${role}`), sortValue: ({ role }) => role },
    { id: 'standing', header: t('operators.standing'), cell: (operator) => <AccessBadge operator={operator} /> },
    { id: 'factor', header: t('operators.factor'), cell: (operator) => <FactorBadge operator={operator} /> },
    time('last_seen_at', t('operators.last_seen')),
    time('created_at', t('operators.created')),
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

function NewOperator({ onDone }: { onDone: () => void }) {
  const t = useTranslations('operators')
  const role: OperatorRole = 'support'
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { name: '', email: '', role, reason: '' },
    send: async (values) => {
      const { request } = await call(createOperator, values)
      notifyChanged(request, '')
      onDone()
    },
  })
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField form={form} name="email" label={t('email')} type="email" autoCapitalize="none" spellCheck={false} />
      <SelectField form={form} name="role" label={t('role')} options={useRoleOptions()} />
      <ReasonField form={form} />
    </ActForm>
  )
}
