import { listRefusedAttempts, type RefusedAttempt } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { column, figure, type TableColumn, time } from '../list/columns.tsx'
import { useDataTable } from '../list/data-table.tsx'
import { useList } from '../list/list.ts'
import { ListTable } from '../list/list-table.tsx'
import { useTextOf } from './field-words.ts'
import { formatWhole } from './formats.ts'
import { Code, TextLink } from './values.tsx'

interface RefusedAttemptsProps {
  readonly of: { readonly agent_id: string } | { readonly transaction_id: string }
  readonly emptyTitle: string
}

/** Confirmations that were refused: of an agent with the transactions, or of a transaction with the agents. */
export function RefusedAttempts({ of, emptyTitle }: RefusedAttemptsProps) {
  const t = useTranslations('transactions.refused')
  const query = useList(listRefusedAttempts, of)
  const columns = useColumns('agent_id' in of)
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('text')}</p>
      <ListTable
        label={t('list')}
        query={query}
        table={useDataTable({ columns, rows: query.rows, keyOf: ({ number }) => String(number) })}
        emptyTitle={emptyTitle}
      />
    </>
  )
}

function useColumns(isOfAgent: boolean): readonly TableColumn<RefusedAttempt>[] {
  const t = useTranslations('transactions')
  const labelOf = useTextOf('charts.refusal')
  return [
    isOfAgent
      ? column('id', t('id'), ({ transaction_id }) => <Code text={transaction_id} />)
      : column('agent', t('refused.agent'), ({ agent_id, agent_name, cash_id }) => (
          <TextLink href={`/agents/${agent_id}?tab=refused`}>
            <bdi>{agent_name}</bdi> ({cash_id})
          </TextLink>
        )),
    column('reason', t('refused.reason'), ({ code }) => labelOf(code)),
    figure('count', t('refused.count'), ({ count }) => formatWhole(count)),
    time('at', t('refused.at'), ({ last_at }) => last_at),
  ]
}
