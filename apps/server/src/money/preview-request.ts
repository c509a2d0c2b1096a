import { randomUUID } from 'node:crypto'
import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import { MoneyPreview, type previewMoneyRequest } from '@cashbox/contract/operator'
import { col, dryRun, queryOne, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import type { Actor } from '../access/audit.ts'
import { findRequest, formatAmount } from '../approvals/approval-request.ts'
import { exceeds, inHundredths, readLimits, spendDailyCap } from '../approvals/limits.ts'
import { formatUnits } from '../ledger/units.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findSubject, isAlwaysApproved, lockFloat, readCommission, type Subject } from './find-subject.ts'
import { moveMoney, type OrderedRequest, orderOf } from './move-money.ts'

type Input = ParsedInputOf<typeof previewMoneyRequest>

/** Dry run: moves the money in a savepoint, reads the result, and rolls back. */
export async function previewRequest(services: Services, input: Input, actor: Actor) {
  return inDryRun(services, async (tx) => {
    const subject = await findSubject(tx, services, input)
    const needsApproval = isAlwaysApproved(subject) || exceeds(subject, await readLimits(tx, subject.asset))
    const preview = await moveAndCompare(tx, toOrder(subject, input), { services, actor, needsApproval })
    if (!needsApproval) {
      const { asset } = subject
      const at = services.clock.now()
      await spendDailyCap(tx, { operatorId: actor.operatorId, asset, amount: inHundredths(subject), at })
    }
    return preview
  })
}

/** For the second operator: what a waiting request would do now. */
export const previewWaiting = (services: Services, id: string, actor: Actor) =>
  inDryRun(services, async (tx) => {
    const row = await findRequest(tx, id)
    if (row?.state !== 'pending' || row.amount === null) throw refusal('not_found')
    return moveAndCompare(tx, orderOf(row), { services, actor, needsApproval: row.needs_approval })
  })

const inDryRun = async ({ db }: Services, preview: (tx: Tx) => Promise<MoneyPreview>) => ({
  preview: await db.transaction((tx) => dryRun(tx, () => preview(tx))),
})

interface Reader {
  readonly services: Services
  readonly actor: Actor
  readonly needsApproval: boolean
}

async function moveAndCompare(tx: Tx, request: OrderedRequest, { services, actor, needsApproval }: Reader) {
  const { kind, agent_id, amount, asset, decimals, terms } = request
  const facts = await readFacts(tx, request)
  const before = await readBalances(tx, agent_id)
  const position = await readPosition(tx, request)
  await moveMoney(tx, { request, by: actor.name, at: services.clock.now() })
  const after = await readBalances(tx, agent_id)
  const positionAfter = await readPosition(tx, request)
  const { above } = await readLimits(tx, asset)
  return {
    kind,
    ...facts,
    amount: formatAmount(kind, amount, decimals),
    asset,
    rate: terms.rate ?? null,
    offset_percent: terms.offset_percent ?? null,
    accounts: changedAccounts(before, after),
    partner: position && positionAfter && { ...position, after: positionAfter.before },
    needs_approval: needsApproval,
    above: above === 0n || isAlwaysApproved(request) ? null : formatMinor(above),
  }
}

/** Of a payment between network and partner. */
async function readPosition(tx: Tx, { terms, asset }: OrderedRequest) {
  if (terms.partner === undefined) return null
  const { code, name, balance } = await queryOne(tx, { code: col.text, name: col.text, balance: col.int8 })`
    select partner.code, partner.name, coalesce(position.balance, 0) as balance
    from partner
    left join partner_position as position
      on position.partner_id = partner.id and position.currency_code = ${asset}
    where partner.code = ${terms.partner}`
  return { code, name, before: formatMinor(balance) }
}

/** Without a row in the database, so that a preview takes no request number. */
const toOrder = ({ agentId, topupId, playerTransactionId, partner: _partner, ...subject }: Subject, input: Input) => ({
  ...subject,
  id: randomUUID(),
  agent_id: agentId,
  topup_id: topupId ?? null,
  player_transaction_id: playerTransactionId ?? null,
  reason: input.reason ?? 'preview',
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
  ...columnsFor(z.pick(MoneyPreview, { agent: true, transaction: true })),
  coin: col.nullable(col.text),
  units: col.nullable(col.text),
  decimals: col.nullable(col.int2),
}

async function readFacts(tx: Tx, { agent_id, topup_id, player_transaction_id }: OrderedRequest) {
  const { coin, units, decimals, ...facts } = await queryOne(tx, factsColumns)`
    select case when agent.id is not null then jsonb_build_object(
             'cash_id', agent.cash_id::text, 'first_name', agent.first_name, 'last_name', agent.last_name) end as agent,
           topup.coin, topup.units::text as units, topup.decimals,
           case when tx.id is not null then jsonb_build_object(
             'transaction_id', tx.transaction_id, 'type', tx.type) end as transaction
    from (select 1) as one
    left join agent on agent.id = ${agent_id}
    left join topup on topup.id = ${topup_id}
    left join player_transaction as tx on tx.id = ${player_transaction_id}`
  return {
    ...facts,
    topup: coin === null || units === null ? null : { coin, sent: formatUnits(BigInt(units), decimals ?? 0) },
  }
}
