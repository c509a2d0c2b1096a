import { agentStatuses, formatMinor, languages, type ParsedInputOf } from '@cashbox/contract'
import { type setAgentTerms, WIDE_AREA_M } from '@cashbox/contract/operator'
import { col, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { changesBetween } from '../access/audit.ts'
import {
  auditChange,
  type ChangeContext,
  type Changed,
  type ChangeHandler,
  type InputOfChange,
} from '../approvals/kinds.ts'
import { readLimits, spendDailyCap } from '../approvals/limits.ts'
import { lockFloat } from '../ledger/confirmed.ts'
import { setFloor } from '../ledger/movements.ts'
import { Refusal, refusal, refuseBroken } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { openAgentAccounts } from './open-agent.ts'

/** Terms that are left out stay as they are. */
export type Terms = Partial<Omit<ParsedInputOf<typeof setAgentTerms>, 'agent_id' | 'version' | 'reason'>>

const lockedAgentColumns = {
  id: col.uuid,
  status: col.oneOf(...agentStatuses),
  note: col.nullable(col.text),
  is_demo: col.bool,
  email: col.text,
  is_email_verified: col.bool,
  first_name: col.text,
  last_name: col.text,
  cash_id: col.int8,
  language: col.oneOf(...languages),
  channel_id: col.uuid,
  channel: col.text,
  currency_code: col.text,
  geo_lat: col.nullable(col.float8),
  geo_lon: col.nullable(col.float8),
  geo_area: col.int4,
  deposit_fee_bp: col.nullable(col.int4),
  withdraw_fee_bp: col.nullable(col.int4),
  max_amount: col.nullable(col.int8),
  daily_limit: col.nullable(col.int8),
  float_id: col.int8,
  credit_line: col.int8,
  /** No money has moved on any of their accounts. */
  is_untouched: col.bool,
  version: col.int4,
}
export type LockedAgent = RowOf<typeof lockedAgentColumns>

/** Also locks the float, whose row is the lock of everything that belongs to the agent: no confirmation runs meanwhile. */
export async function lockAgent(tx: Tx, id: string, version: number): Promise<LockedAgent> {
  const [found] = await query(tx, { version: col.int4 })`
    select version from agent where id = ${id} for no key update`
  if (!found) throw refusal('not_found')
  if (found.version !== version) throw refusal('version_conflict')
  await lockFloat(tx, id)
  return readLocked(tx, id)
}

export const readLocked = (tx: Tx, id: string): Promise<LockedAgent> => queryOne(tx, lockedAgentColumns)`
    select agent.id, agent.status, agent.note, agent.is_demo, person.email, agent.is_email_verified, agent.first_name, agent.last_name,
      agent.cash_id, person.language,
      agent.channel_id, channel.code as channel, channel.currency_code, agent.geo_lat, agent.geo_lon, agent.geo_area,
      agent.deposit_fee_bp, agent.withdraw_fee_bp, agent.max_amount, agent.daily_limit, agent.float_id,
      -float.floor as credit_line, agent.version,
      not exists (
        select 1 from account where agent_id = agent.id and (version > 0 or kind = 'suspense')) as is_untouched
    from agent join person on person.id = agent.owner_id
    join channel on channel.id = agent.channel_id join account as float on float.id = agent.float_id
    where agent.id = ${id}`

export const agentSubject = ({ id, first_name, last_name, cash_id }: LockedAgent) => ({
  kind: 'agent',
  id,
  name: `${first_name} ${last_name} (${cash_id})`,
})

export const auditedOf = (agent: LockedAgent) => ({
  status: agent.status,
  note: agent.note,
  channel: agent.channel,
  geo_lat: agent.geo_lat,
  geo_lon: agent.geo_lon,
  geo_area: agent.geo_area,
  deposit_fee_bp: agent.deposit_fee_bp,
  withdraw_fee_bp: agent.withdraw_fee_bp,
  max_amount: agent.max_amount === null ? null : formatMinor(agent.max_amount),
  daily_limit: agent.daily_limit === null ? null : formatMinor(agent.daily_limit),
  credit_line: formatMinor(agent.credit_line),
  version: agent.version,
})

/** Applies from the next confirmation on. */
export async function applyTerms(tx: Tx, agent: LockedAgent, changes: Terms): Promise<void> {
  const now = await moveChannel(tx, agent, changes.channel)
  const terms = { ...now, ...toColumns(changes) }
  await tx.execute(sql`
    update agent set geo_lat = ${terms.geo_lat}, geo_lon = ${terms.geo_lon}, geo_area = ${terms.geo_area},
      deposit_fee_bp = ${terms.deposit_fee_bp}, withdraw_fee_bp = ${terms.withdraw_fee_bp},
      max_amount = ${terms.max_amount}, daily_limit = ${terms.daily_limit}
    where id = ${agent.id}`)
  await setFloor(tx, terms.float_id, -terms.credit_line).catch(
    refuseBroken({ account_above_floor: 'credit_line_used' }),
  )
}

/** A new agent without limits gets ten times the approval limit for a transaction, and a hundred times for a day. */
export async function applyUsualLimits(tx: Tx, id: string): Promise<void> {
  const { currency_code, is_demo } = await readLocked(tx, id)
  const { above } = await readLimits(tx, currency_code)
  if (is_demo || above === 0n) return
  await tx.execute(sql`
    update agent set max_amount = coalesce(max_amount, ${above * 10n}), daily_limit = coalesce(daily_limit, ${above * 100n})
    where id = ${id}`)
}

const toColumns = ({ channel: _channel, geo_lat, geo_lon, credit_line, ...rest }: Terms) => ({
  ...rest,
  ...(geo_lat === undefined ? {} : { geo_lat: Number(geo_lat) }),
  ...(geo_lon === undefined ? {} : { geo_lon: Number(geo_lon) }),
  ...(credit_line === undefined ? {} : { credit_line: credit_line ?? 0n }),
})

/** Returns the changed agent. Another currency resets limits and credit line, which were amounts of the old currency. */
async function moveChannel(tx: Tx, agent: LockedAgent, code: string | undefined): Promise<LockedAgent> {
  if (code === undefined || code === agent.channel) return agent
  const [channel] = await query(tx, { id: col.uuid, currency_code: col.text })`
    select id, currency_code from channel where code = ${code} and is_demo = ${agent.is_demo}`
  if (!channel) throw refusal('channel_unknown')
  await tx.execute(sql`update agent set channel_id = ${channel.id} where id = ${agent.id}`)
  if (channel.currency_code === agent.currency_code) return agent
  const isNew = agent.status === 'pending' || agent.status === 'rejected'
  if (!isNew || !agent.is_untouched) {
    throw new Refusal({ code: 'currency_mismatch' }, { channel: [{ code: 'currency_mismatch' }] })
  }
  const { floatId, commissionId } = await openAgentAccounts(tx, agent.id, channel.currency_code)
  await tx.execute(sql`
    update agent set float_id = ${floatId}, commission_id = ${commissionId} where id = ${agent.id}`)
  return { ...agent, float_id: floatId, max_amount: null, daily_limit: null, credit_line: 0n }
}

type Money = Pick<LockedAgent, 'max_amount' | 'daily_limit' | 'credit_line'>

export const setTermsHandler =
  ({ live }: Services): ChangeHandler<InputOfChange<'agent_terms'>> =>
  async (tx, { agent_id, version, reason, ...terms }, context) => {
    const agent = await lockAgent(tx, agent_id, version)
    await applyTerms(tx, agent, terms)
    await tx.execute(sql`update agent set version = version + 1 where id = ${agent.id}`)
    return auditTerms(tx, live, agent, { action: 'agent.set-terms', reason }, context)
  }

/** `agent` is as it was before its terms changed. */
export async function auditTerms(
  tx: Tx,
  live: Services['live'],
  agent: LockedAgent,
  audit: { readonly action: 'agent.set-terms' | 'agent.approve'; readonly reason: string | null },
  context: ChangeContext,
): Promise<Changed> {
  const now = await readLocked(tx, agent.id)
  // A wide area that no operator has approved yet counts as none before.
  const isNew = audit.action === 'agent.approve' && now.geo_area > WIDE_AREA_M
  const before = isNew ? { ...agent, geo_area: 0 } : agent
  return auditChange(tx, context, {
    ...audit,
    ...(await termsNeedApproval(tx, before, now, context)),
    ...changesBetween(auditedOf(before), auditedOf(now)),
    subject: agentSubject(agent),
    afterCommit: () => live.publish(agent.id, 'status', 'balance', 'notices'),
  })
}

/**
 * What was raised above what one operator may grant alone, and what verify needs to check that. A raised credit line counts
 * towards the daily cap of the operator.
 */
async function termsNeedApproval(tx: Tx, before: LockedAgent, after: LockedAgent, context: ChangeContext) {
  const asset = after.currency_code
  const old = before.currency_code === asset ? before : inAnotherCurrency(before)
  const { above } = await readLimits(tx, asset)
  const isAbove = (was: bigint | null, is: bigint | null) => was !== null && (is === null || (is > was && is > above))
  const raisedFees = await findRaisedFees(tx, before, after, context.at)
  const needsApproval = [
    ...raisedFees,
    ...(['credit_line', 'max_amount', 'daily_limit'] as const).filter((field) => isAbove(old[field], after[field])),
    ...(after.geo_area > Math.max(before.geo_area, WIDE_AREA_M) ? (['geo_area'] as const) : []),
  ]
  const granted = after.credit_line - old.credit_line
  if (granted > 0n && (needsApproval.length === 0 || context.request !== null)) {
    await spendDailyCap(tx, { operatorId: context.actor.operatorId, asset, amount: granted, at: context.at })
  }
  const isSame =
    old.credit_line === after.credit_line &&
    old.max_amount === after.max_amount &&
    old.daily_limit === after.daily_limit
  return {
    needsApproval,
    audited: {
      ...(isSame ? {} : { approval_limit: formatMinor(above) }),
      ...(raisedFees.length > 0 ? { is_fee_raised: true } : {}),
      ...(granted > 0n ? { granted_credit: formatMinor(granted), asset } : {}),
    },
  }
}

/** Individual fees that are raised above those of the channel, which two operators approved. */
async function findRaisedFees(tx: Tx, before: LockedAgent, after: LockedAgent, at: Date) {
  const ofChannel = await queryOne(tx, { deposit_fee_bp: col.int4, withdraw_fee_bp: col.int4 })`
    select deposit_fee_bp, withdraw_fee_bp from channel_fee
    where channel_id = ${after.channel_id} and valid_from <= ${at} order by valid_from desc limit 1`
  return (['deposit_fee_bp', 'withdraw_fee_bp'] as const).filter((fee) => {
    const [was, is] = [before[fee], after[fee]]
    return is !== null && is > ofChannel[fee] && (was === null || is > was)
  })
}

/** Amounts of the old currency mean nothing in the new one, but what was limited stays limited. */
const inAnotherCurrency = ({ max_amount, daily_limit }: Money): Money => ({
  max_amount: max_amount === null ? null : 0n,
  daily_limit: daily_limit === null ? null : 0n,
  credit_line: 0n,
})
