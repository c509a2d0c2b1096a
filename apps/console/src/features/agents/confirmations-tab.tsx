import { type AgentConfirmation, type KnownAgent, listAgentConfirmations } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useList } from '../../platform/list.ts'
import { ListPart } from '../../platform/list-part.tsx'
import { LookBadge } from '../../platform/look-badge.tsx'
import { percentOf } from '../../platform/percent.ts'
import { Code } from '../../platform/text-link.tsx'
import { TransactionTypeLabel } from '../../platform/transaction-type.tsx'
import { Amount, When } from '../../platform/values.tsx'
import { agentKeys } from './agents.ts'

/** What they confirmed. */
export function ConfirmationsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(agentKeys.tab(agent.id, 'confirmations'), listAgentConfirmations, { agent_id: agent.id })
  return (
    <ListPart
      list="agent_confirmations"
      exported={{ table: 'confirmations', filters: { agent_id: agent.id } }}
      label={t('tabs.transactions')}
      columns={useColumns(agent.channel.currency_code)}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      hrefOf={({ transaction_id }) => `/transactions/${transaction_id}`}
      emptyTitle={t('no_confirmations')}
    />
  )
}

function useColumns(currency: string): readonly TableColumn<AgentConfirmation>[] {
  const t = useTranslations('agents.confirmation')
  return [
    {
      id: 'id',
      header: t('id'),
      cell: ({ transaction_id }) => <Code text={transaction_id} />,
    },
    { id: 'type', header: t('type'), cell: (one) => <Kind confirmation={one} /> },
    { id: 'player', header: t('player'), cell: ({ player_id }) => player_id },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ amount }) => <Amount amount={amount} currency={currency} />,
      isFigure: true,
    },
    {
      id: 'fee',
      header: t('fee'),
      cell: ({ fee, fee_bp }) => (
        <>
          <Amount amount={fee} /> <span className="text-sm text-ink-soft">{percentOf(fee_bp)} %</span>
        </>
      ),
      isFigure: true,
    },
    { id: 'at', header: t('at'), cell: ({ finished_at }) => <When seconds={finished_at} />, isFigure: true },
  ]
}

function Kind({ confirmation: { type, reversed_at } }: { confirmation: AgentConfirmation }) {
  const t = useTranslations('agents.confirmation')
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-bottom">
      <TransactionTypeLabel type={type} />
      {reversed_at !== null && <LookBadge look={['rejected', Undo2]}>{t('reversed')}</LookBadge>}
    </span>
  )
}
