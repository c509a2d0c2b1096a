import { type AgentConfirmation, type KnownAgent, listAgentConfirmations } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useList } from '../../platform/list.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { percentOf } from '../../platform/percent.ts'
import { Amount, When } from '../../platform/values.tsx'
import { partKey } from './agents.ts'

/** What they confirmed. */
export function ConfirmationsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(partKey(agent.id, 'confirmations'), listAgentConfirmations, { agent_id: agent.id })
  return (
    <ListTable
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
      cell: ({ transaction_id }) => <code className="font-mono text-sm">{transaction_id}</code>,
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
  const Icon = type === 'deposit' ? ArrowDown : ArrowUp
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-bottom">
      <Icon size={16} aria-hidden className={type === 'deposit' ? 'text-deposit' : 'text-withdraw'} />
      {t(type)}
      {reversed_at !== null && (
        <Badge tone="rejected" icon={<Undo2 aria-hidden />}>
          {t('reversed')}
        </Badge>
      )}
    </span>
  )
}
