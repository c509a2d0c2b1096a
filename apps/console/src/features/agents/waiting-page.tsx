import type { ListedAgent } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { fullName } from '../../platform/full-name.ts'
import { When } from '../../platform/values.tsx'
import { DemoBadge, UnverifiedBadge } from './agent-badges.tsx'
import { AgentListPage, nameOfAgent } from './agent-list-page.tsx'
import { useAgents } from './agents.ts'

const asked = { order: 'review', status: 'pending' } as const

/** Agents who have signed up and wait for a decision, in the order in which they should be reviewed. */
export function WaitingPage() {
  const t = useTranslations()
  const query = useAgents(asked)
  const count = query.rows?.length ?? 0
  return (
    <AgentListPage
      list="applications"
      paramNames={[]}
      title={t('pages.waiting')}
      text={
        count === 0
          ? t('agents.waiting_text')
          : t('agents.waiting_count', { count, hasMore: String(query.hasNextPage) })
      }
      bulk={{ actions: ['agent.approve', 'agent.request_info'], nameOf: nameOfAgent }}
      exported={{ table: 'agents', filters: asked }}
      columns={useColumns()}
      query={query}
      emptyTitle={t('agents.waiting_none')}
      emptyText={t('agents.waiting_none_text')}
    />
  )
}

function useColumns(): readonly TableColumn<ListedAgent>[] {
  const t = useTranslations('agents')
  return [
    { id: 'name', header: t('name'), cell: fullName },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id },
    {
      id: 'email',
      header: t('email'),
      cell: ({ email, is_email_verified, is_demo }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
          {email}
          {!is_email_verified && <UnverifiedBadge />}
          {is_demo && <DemoBadge />}
        </span>
      ),
    },
    { id: 'phone', header: t('phone'), cell: ({ phone }) => phone },
    {
      id: 'city',
      header: t('city'),
      cell: ({ city, country_code }) => [city, country_code].filter(Boolean).join(', '),
    },
    {
      id: 'asked',
      header: t('asked'),
      cell: ({ info_requested_at }) => info_requested_at !== null && <When seconds={info_requested_at} />,
      isFigure: true,
    },
    { id: 'created', header: t('since'), cell: ({ created_at }) => <When seconds={created_at} />, isFigure: true },
  ]
}
