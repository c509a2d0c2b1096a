import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { readStatement as call } from '@cashbox/contract/operator'
import * as contract from '@cashbox/contract/operator'
import { type Database } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { changeRoute } from '../approvals/apply-or-request.ts'
import { findAccount, type Line, listLines } from '../balances/list-lines.ts'
import { fromSeconds, toSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { readApprovalLimits, setLimit } from './approval-limits.ts'
import { createRequest } from './create-request.ts'
import { listDueCommissions } from './due-commissions.ts'
import { findAgent } from './find-subject.ts'
import { listHeldTopups } from './list-held-topups.ts'
import { previewRequest, previewWaiting } from './preview-request.ts'

export const moneyRoutes = (services: Services): OperatorRoute[] => [
  route(contract.createMoneyRequest, ({ input, operator, actor }) =>
    createRequest(services, input, { operatorId: operator.operatorId, actor }),
  ),
  route(contract.previewMoneyRequest, ({ input, actor }) => previewRequest(services, input, actor)),
  route(contract.previewWaitingMoney, ({ input, actor }) => previewWaiting(services, input.request_id, actor)),
  route(contract.readApprovalLimits, () => readApprovalLimits(services.db)),
  changeRoute(services, 'approval_limit', setLimit, () => readApprovalLimits(services.db)),
  route(contract.listDueCommissions, ({ db, input }) => listDueCommissions(db, input)),
  route(contract.listHeldTopups, ({ db, input }) => listHeldTopups({ ...services, db }, input)),
  route(contract.readStatement, ({ db, input }) => readStatement(db, input)),
]

export const moneyChanges = { approval_limit: setLimit }

async function readStatement(db: Database, input: ParsedInputOf<typeof call>): Promise<OutputOf<typeof call>> {
  const { cash_id, limit, cursor } = input
  const agent = await findAgent(db, cash_id)
  if (!agent) throw refusal('not_found')
  const account = await findAccount(db, agent.id, input.account)
  const period = { from: fromSeconds(input.from ?? 0), until: input.to === undefined ? null : fromSeconds(input.to) }
  const { lines, nextCursor } = await listLines(db, account, { period, kind: null, limit, cursor })
  return {
    currency_code: account.asset,
    balance: formatMinor(account.balance),
    list: lines.map(toEntry),
    next_cursor: nextCursor,
  }
}

const toEntry = (line: Line) => ({
  ...line,
  number: Number(line.number),
  at: toSeconds(line.at),
  amount: formatMinor(line.amount),
  balance: formatMinor(line.balance),
})
