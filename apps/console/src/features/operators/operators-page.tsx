import { type KnownOperator, operatorRoles } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { sorted, useFilters, useOpened, useSort } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { NewOperator } from './new-operator.tsx'
import { FactorBadge, StandingBadge } from './operator-badges.tsx'
import { OperatorDetail } from './operator-detail.tsx'
import { useOperators } from './operators.ts'

export function OperatorsPage() {
  const t = useTranslations()
  const query = useOperators()
  const columns = useColumns()
  const filters = useFilters(['search', 'role'])
  const { sort, sortBy } = useSort({ column: 'name', direction: 'ascending' })
  const { opened, open, close } = useOpened()
  const [isCreating, setCreating] = useState(false)
  const found = query.data?.filter((operator) => matches(operator, filters.values)) ?? null
  const shown = query.data?.find(({ id }) => id === opened)
  return (
    <>
      <PageHead
        title={t('pages.operators')}
        text={t('operators.text')}
        actions={
          <>
            <ExportMenu table="operators" filters={{}} />
            <Button icon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
              {t('operators.create')}
            </Button>
          </>
        }
      />
      <ListFilters isAny={filters.isAny} onClear={filters.clear}>
        <TextFilter
          label={t('common.search')}
          type="search"
          value={filters.values.search ?? ''}
          onValueChange={(search) => filters.change({ search })}
        />
        <SelectFilter
          label={t('operators.role')}
          value={filters.values.role ?? ''}
          options={[
            { value: '', label: t('common.all') },
            ...operatorRoles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
          ]}
          onValueChange={(role) => filters.change({ role })}
        />
      </ListFilters>
      <ListTable
        label={t('pages.operators')}
        columns={columns}
        query={query}
        rows={found && sorted(found, sort, valueOf)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/operators/${id}`}
        onOpen={({ id }) => open(id)}
        openKey={opened}
        sort={sort}
        onSort={sortBy}
        emptyTitle={t('operators.none')}
        emptyText={t('common.no_match_text')}
      />
      {shown && (
        <DetailDrawer title={shown.name} href={`/operators/${shown.id}`} onClose={close}>
          <OperatorDetail key={shown.id} operator={shown} />
        </DetailDrawer>
      )}
      {isCreating && (
        <DetailDrawer title={t('operators.create')} onClose={() => setCreating(false)}>
          <NewOperator onDone={() => setCreating(false)} />
        </DetailDrawer>
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<KnownOperator>[] {
  const t = useTranslations()
  return [
    { id: 'name', header: t('operators.name'), cell: ({ name }) => name, isSortable: true },
    { id: 'email', header: t('operators.email'), cell: ({ email }) => email, isSortable: true },
    { id: 'role', header: t('operators.role'), cell: ({ role }) => t(`roles.${role}`), isSortable: true },
    { id: 'standing', header: t('operators.standing'), cell: (operator) => <StandingBadge operator={operator} /> },
    { id: 'factor', header: t('operators.factor'), cell: (operator) => <FactorBadge operator={operator} /> },
    {
      id: 'last_seen_at',
      header: t('operators.last_seen'),
      cell: ({ last_seen_at }) => <When seconds={last_seen_at} />,
      isFigure: true,
      isSortable: true,
    },
    {
      id: 'created_at',
      header: t('operators.created'),
      cell: ({ created_at }) => <When seconds={created_at} />,
      isFigure: true,
      isSortable: true,
    },
  ]
}

const valueOf = (operator: KnownOperator, column: string) =>
  ({
    email: operator.email,
    role: operator.role,
    last_seen_at: operator.last_seen_at ?? 0,
    created_at: operator.created_at,
  })[column] ?? operator.name

const matches = ({ name, email, role }: KnownOperator, wanted: { search?: string; role?: string }) =>
  (wanted.role === undefined || role === wanted.role) &&
  `${name} ${email}`.toLowerCase().includes((wanted.search ?? '').trim().toLowerCase())
