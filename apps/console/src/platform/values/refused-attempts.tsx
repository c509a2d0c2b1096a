import { listRefusedAttempts, type RefusedAttempt } from '@cashbox/contract/operator'
import { textAt } from '../language/language.ts'
import { column, figure, type TableColumn, time } from '../list/columns.tsx'
import { PagedTable } from '../list/list-table.tsx'
import { textOf } from './field-words.ts'
import { formatWhole } from './formats.ts'
import { Code, TextLink } from './values.tsx'

type Refused = { readonly agent_id: string } | { readonly transaction_id: string }

/** Confirmations that were refused: of an agent with the transactions, or of a transaction with the agents. */
export const RefusedAttempts = ({ of }: { of: Refused }) => (
  <>
    <p className="max-w-prose text-ink-soft">{textAt('transactions.refused.text')}</p>
    <PagedTable
      endpoint={listRefusedAttempts}
      input={of}
      columns={columnsOf('agent_id' in of)}
      keyOf={({ number }) => String(number)}
      label={textAt('transactions.refused.list')}
      emptyTitle={textAt('agents.no_refused')}
    />
  </>
)

const columnsOf = (isOfAgent: boolean): readonly TableColumn<RefusedAttempt>[] => [
  isOfAgent
    ? column('id', textAt('transactions.id'), ({ transaction_id }) => <Code text={transaction_id} />)
    : column('agent', textAt('transactions.refused.agent'), ({ agent_id, agent_name, cash_id }) => (
        <TextLink href={`/agents/${agent_id}?tab=refused`}>
          <bdi>{agent_name}</bdi> ({cash_id})
        </TextLink>
      )),
  column('reason', textAt('transactions.refused.reason'), ({ code }) => textOf('charts.refusal', code)),
  figure('count', textAt('transactions.refused.count'), ({ count }) => formatWhole(count)),
  time('at', textAt('transactions.refused.at'), ({ last_at }) => last_at),
]
