import type { Topup, TopupState } from '@cashbox/contract'
import { type KnownAgent, listAgentTopups } from '@cashbox/contract/operator'
import { Badge, type BadgeTone } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useList } from '../../platform/list.ts'
import { ListPart } from '../../platform/list-part.tsx'
import { Code } from '../../platform/text-link.tsx'
import { Amount, When } from '../../platform/values.tsx'
import { agentKeys } from './agents.ts'

const tones: Record<TopupState, BadgeTone> = {
  confirming: 'pending',
  credited: 'approved',
  held: 'suspended',
  returned: 'neutral',
  failed: 'rejected',
}

/** What they sent to fill their float, as they see it themselves. */
export function TopupsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(agentKeys.tab(agent.id, 'topups'), listAgentTopups, { agent_id: agent.id })
  return (
    <ListPart
      list="agent_topups"
      exported={{ table: 'topups', filters: { agent_id: agent.id } }}
      label={t('tabs.topups')}
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('no_topups')}
    />
  )
}

function useColumns(): readonly TableColumn<Topup>[] {
  const t = useTranslations('agents.topup')
  const why = useTranslations('money.held.reasons')
  return [
    {
      id: 'state',
      header: t('state'),
      cell: ({ state, reason }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          {reason !== null && <span className="text-sm text-ink-soft">{why(reason)}</span>}
        </span>
      ),
    },
    { id: 'sent', header: t('sent'), cell: ({ sent, coin }) => `${sent} ${coin}`, isFigure: true },
    {
      id: 'received',
      header: t('received'),
      cell: ({ received, currency_code }) =>
        received !== null && <Amount amount={received} {...(currency_code ? { currency: currency_code } : {})} />,
      isFigure: true,
    },
    { id: 'rate', header: t('rate'), cell: ({ rate }) => rate, isFigure: true },
    { id: 'reference', header: t('reference'), cell: (topup) => <Reference topup={topup} />, isWide: true },
    { id: 'seen', header: t('seen'), cell: ({ seen_at }) => <When seconds={seen_at} />, isFigure: true },
  ]
}

function Reference({ topup: { reference, explorer_url } }: { topup: Topup }) {
  const code = <Code text={reference} />
  if (explorer_url === null) return code
  return (
    <a href={explorer_url} target="_blank" rel="noreferrer" className="text-brand-text underline">
      {code}
    </a>
  )
}
