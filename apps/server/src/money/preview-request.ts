import { randomUUID } from 'node:crypto'
import { formatMinor, type ParsedInputOf, transactionTypes } from '@cashbox/contract'
import type { MoneyPreview, previewMoneyRequest } from '@cashbox/contract/operator'
import type { Actor } from '../access/audit.ts'
import { formatAmount } from '../approvals/approval-request.ts'
import { exceeds, inHundredths, readLimits, spendDailyCap } from '../approvals/limits.ts'
import { formatUnits } from '../ledger/units.ts'
import { dryRun, int2, int8, nullable, oneOf, only, sql, type Tx, text } from '../platform/database/database.ts'
import type { Services } from '../platform/services.ts'
import { findSubject, lockFloat, readCommission, type Subject } from './find-subject.ts'
import { moveMoney, type Order } from './move-money.ts'

type Input = ParsedInputOf<typeof previewMoneyRequest>

/** Dry run: moves the money in a savepoint, reads the result, and rolls back. */
export async function previewRequest(services: Services, input: Input, actor: Actor) {
  const preview = await services.db.transaction((tx) => dryRun(tx, () => moveAndCompare(tx, services, input, actor)))
  return { preview }
}

async function moveAndCompare(tx: Tx, services: Services, input: Input, actor: Actor): Promise<MoneyPreview> {
  const subject = await findSubject(tx, services, input)
  const limits = await readLimits(tx, subject.asset)
  const needsApproval = exceeds(subject, limits)
  const facts = await readFacts(tx, subject)
  const before = await readBalances(tx, subject.agentId)
  const at = services.clock.now()
  await moveMoney(tx, orderOf(subject, input, actor, at))
  if (!needsApproval) {
    await spendDailyCap(tx, {
      operatorId: actor.operatorId,
      asset: subject.asset,
      amount: inHundredths(subject),
      at,
    })
  }
  const after = await readBalances(tx, subject.agentId)
  return {
    kind: subject.kind,
    ...facts,
    amount: formatAmount(subject.kind, subject.amount, subject.decimals),
    asset: subject.asset,
    rate: subject.terms.rate ?? null,
    offset_percent: subject.terms.offset_percent ?? null,
    accounts: changedAccounts(before, after),
    needs_approval: needsApproval,
    above: limits.above === 0n ? null : formatMinor(limits.above),
  }
}

/** Without a row in the database, so that a preview takes no request number. */
const orderOf = (subject: Subject, input: Input, actor: Actor, at: Date): Order => ({
  request: {
    id: randomUUID(),
    kind: subject.kind,
    agent_id: subject.agentId,
    topup_id: subject.topupId ?? null,
    player_transaction_id: subject.playerTransactionId ?? null,
    amount: subject.amount,
    asset: subject.asset,
    decimals: subject.decimals,
    terms: subject.terms,
    reason: input.reason ?? 'preview',
  },
  by: actor.name,
  at,
})

type Balances = Readonly<Record<'float' | 'commission', bigint>>

/** Locks the float, so that neither balance changes until the end of the transaction. */
async function readBalances(tx: Tx, agentId: string | null): Promise<Balances | null> {
  if (agentId === null) return null
  const float = await lockFloat(tx, agentId)
  const commission = await readCommission(tx, agentId)
  return { float: float.balance, commission: commission.balance }
}

const changedAccounts = (before: Balances | null, after: Balances | null): MoneyPreview['accounts'] =>
  (['float', 'commission'] as const).flatMap((account) =>
    before === null || after === null || before[account] === after[account]
      ? []
      : [{ account, before: formatMinor(before[account]), after: formatMinor(after[account]) }],
  )

const factsColumns = {
  cash_id: nullable(int8),
  first_name: nullable(text),
  last_name: nullable(text),
  coin: nullable(text),
  units: nullable(text),
  decimals: nullable(int2),
  transaction_id: nullable(text),
  type: nullable(oneOf(...transactionTypes)),
}

async function readFacts(
  tx: Tx,
  { agentId, topupId, playerTransactionId }: Subject,
): Promise<Pick<MoneyPreview, 'agent' | 'topup' | 'transaction'>> {
  const row = only(
    await tx.query(
      sql`
        select agent.cash_id, agent.first_name, agent.last_name, topup.coin, topup.units::text as units, topup.decimals,
               player_transaction.transaction_id, player_transaction.type
        from (select 1) as one
        left join agent on agent.id = ${agentId}
        left join topup on topup.id = ${topupId ?? null}
        left join player_transaction on player_transaction.id = ${playerTransactionId ?? null}`,
      factsColumns,
    ),
  )
  const { cash_id, coin, units, transaction_id, type } = row
  return {
    agent:
      cash_id === null
        ? null
        : { first_name: row.first_name ?? '', last_name: row.last_name ?? '', cash_id: cash_id.toString() },
    topup: coin === null || units === null ? null : { coin, sent: formatUnits(BigInt(units), row.decimals ?? 0) },
    transaction: transaction_id === null || type === null ? null : { transaction_id, type },
  }
}
