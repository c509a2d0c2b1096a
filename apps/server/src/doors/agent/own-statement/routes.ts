import * as contract from '@cashbox/contract'
import { explainBalance } from '../../../domain/statements/explain-balance.ts'
import { findAccount } from '../../../domain/statements/find-account.ts'
import { listLines, showLine } from '../../../domain/statements/list-lines.ts'
import { periodOf } from '../../../domain/statements/period.ts'
import { readLine } from '../../../domain/statements/read-line.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type AgentRoute, route } from '../admit-agent.ts'
import { refuseBlocked } from '../refuse-blocked.ts'

export interface StatementServices {
  readonly db: Database
  /** Where a Tron transaction can be looked at; `{txid}` stands for its ID. */
  readonly explorerUrl: string
}

export const statementRoutes = ({ db, explorerUrl }: StatementServices): AgentRoute[] => [
  route(contract.listStatement, async ({ agent, input: { account: name, kind, limit, cursor, ...bounds } }) => {
    refuseBlocked(agent)
    const account = await findAccount(db, agent.agentId, name)
    const { lines, nextCursor } = await listLines(db, account, {
      period: periodOf(bounds),
      kind: kind ?? null,
      limit,
      cursor,
    })
    return { currency_code: account.asset, list: lines.map(showLine), next_cursor: nextCursor }
  }),
  route(contract.readStatementLine, async ({ agent, input }) => {
    refuseBlocked(agent)
    return { line: await readLine(db, agent.agentId, input, explorerUrl) }
  }),
  route(contract.explainBalance, async ({ agent, input: { account, ...bounds } }) => {
    refuseBlocked(agent)
    return { explanation: await explainBalance(db, agent.agentId, account, periodOf(bounds)) }
  }),
]
