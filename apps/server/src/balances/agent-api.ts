import * as contract from '@cashbox/contract'
import { type AgentRoute, refuseBlocked, route } from '../access/admit-agent.ts'
import type { Services } from '../platform/services.ts'
import { explainBalance } from './explain-balance.ts'
import { findAccount, listLines, toLine } from './list-lines.ts'
import { periodOf } from './period.ts'
import { readLine } from './read-line.ts'

export const statementRoutes = ({ db, config }: Services): AgentRoute[] => [
  route(contract.listStatement, async ({ agent, input: { account: name, kind, limit, cursor, ...bounds } }) => {
    refuseBlocked(agent)
    const account = await findAccount(db, agent.agentId, name)
    const { lines, nextCursor } = await listLines(db, account, {
      period: periodOf(bounds),
      kind: kind ?? null,
      limit,
      cursor,
    })
    return { currency_code: account.asset, list: lines.map(toLine), next_cursor: nextCursor }
  }),
  route(contract.readStatementLine, async ({ agent, input }) => {
    refuseBlocked(agent)
    return { line: await readLine(db, agent.agentId, input, config.tron.explorerUrl) }
  }),
  route(contract.explainBalance, async ({ agent, input: { account, ...bounds } }) => {
    refuseBlocked(agent)
    return { explanation: await explainBalance(db, agent.agentId, account, periodOf(bounds)) }
  }),
]
