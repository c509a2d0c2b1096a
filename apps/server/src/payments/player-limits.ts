import { formatMinor } from '@cashbox/contract'
import { PlayerLimit } from '@cashbox/contract/operator'
import { col, type Queryable, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { auditChange, type ChangeHandler, type InputOfChange, refuseStale } from '../approvals/kinds.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'

type Input = InputOfChange<'player_limit'>

const sums = {
  max_amount: col.nullable(col.int8),
  max_per_day: col.nullable(col.int8),
  max_per_week: col.nullable(col.int8),
  max_per_month: col.nullable(col.int8),
}
type Sums = RowOf<typeof sums>

const NONE: Sums = { max_amount: null, max_per_day: null, max_per_week: null, max_per_month: null }

/** What the SQL function `player_limit_left` says of an amount that is too large: the values of the refusal. */
export const aboveLimit = col.json(z.record(z.string(), z.string()))

interface PlayerDeposit {
  readonly agentId: string
  readonly partnerId: string
  readonly playerId: string
  readonly amount: bigint
  readonly at: Date
}

/** Asked before a partner is asked about a player; `confirm_payments` asks again, under the player's lock. */
export async function refuseAboveLimit(db: Queryable, { agentId, partnerId, playerId, amount, at }: PlayerDeposit) {
  const [above] = await query(db, { detail: aboveLimit })`
    select bound.detail from agent
    cross join lateral player_limit_left(
      of_partner => ${partnerId}::uuid, of_player => ${playerId}, of_channel => agent.channel_id,
      of_type => 'deposit', at => ${at}) as bound
    where agent.id = ${agentId} and bound.amount_left < ${amount}`
  if (above) throw refusal('player_limit_exceeded', above.detail)
}

export const listLimits = async (db: Queryable) => ({
  list: await query(db, columnsFor(PlayerLimit))`
    select channel.code as channel, partner.code as partner, limited.currency_code, limited.type, limited.max_amount,
           limited.max_per_day, limited.max_per_week, limited.max_per_month, limited.version
    from player_limit as limited
    left join channel on channel.id = limited.channel_id
    left join partner on partner.id = limited.partner_id
    order by limited.currency_code, limited.type, channel.code nulls first, partner.code nulls first`,
})

/** One admin may set a limit or lower it; raising or removing it takes a second admin. */
export const changeLimit: ChangeHandler<Input> = async (tx, input, context) => {
  const { currency_code, type, reason } = input
  const { channel, partner } = await findScope(tx, input)
  // There may be no row to lock yet.
  await tx.execute(sql`lock table player_limit in share row exclusive mode`)
  const ofScope = sql`
    currency_code = ${currency_code} and type = ${type} and channel_id is not distinct from ${channel?.id ?? null}::uuid
    and partner_id is not distinct from ${partner?.id ?? null}::uuid`
  const [known] = await query(tx, { ...sums, version: col.int4 })`
    select max_amount, max_per_day, max_per_week, max_per_month, version from player_limit where ${ofScope}`
  const before = fieldsOf(known ?? NONE)
  const after = fieldsOf(input)
  refuseStale(context, (known?.version ?? 0) === input.version, before)
  if (Object.values(after).some((sum) => sum !== null)) await writeLimit(tx, input, channel?.id, partner?.id)
  else if (known) await tx.execute(sql`delete from player_limit where ${ofScope}`)
  else throw invalidFields({ max_amount: [{ code: 'required' }] })
  return auditChange(tx, context, {
    action: 'player-limit.set',
    reason,
    subject: {
      kind: 'player_limit',
      id: [currency_code, type, input.channel ?? '*', input.partner ?? '*'].join(' '),
      name: [`${currency_code} ${type}`, channel?.name, partner?.name].filter(Boolean).join(' · '),
    },
    before,
    after,
    needsApproval: fields.filter(([, sum]) => isRaised(known?.[sum], input[sum])).map(([field]) => field),
  })
}

/** Demo players have no limits. */
async function findScope(tx: Tx, { channel: channelCode, partner: partnerCode, currency_code }: Input) {
  const channels = await query(tx, {
    id: col.uuid,
    name: col.text,
    currency_code: col.text,
    is_chosen: col.bool,
  })`select id, name, currency_code, code = ${channelCode ?? ''} as is_chosen from channel where not is_demo`
  const channel = channels.find(({ is_chosen }) => is_chosen)
  if (channelCode !== null && !channel) throw refusal('channel_unknown')
  if (channel && channel.currency_code !== currency_code) throw refusal('currency_mismatch')
  if (!channels.some((one) => one.currency_code === currency_code)) throw refusal('currency_unknown')
  const [partner] = await query(tx, { id: col.uuid, name: col.text })`
    select id, name from partner where code = ${partnerCode ?? ''}`
  if (partnerCode !== null && !partner) throw refusal('partner_unknown')
  return { channel, partner }
}

const writeLimit = (tx: Tx, input: Input, channelId: string | undefined, partnerId: string | undefined) =>
  tx.execute(sql`
    insert into player_limit as known (currency_code, type, channel_id, partner_id, max_amount, max_per_day,
      max_per_week, max_per_month)
    values (${input.currency_code}, ${input.type}, ${channelId ?? null}, ${partnerId ?? null}, ${input.max_amount},
      ${input.max_per_day}, ${input.max_per_week}, ${input.max_per_month})
    on conflict on constraint player_limit_is_one do update set
      max_amount = excluded.max_amount, max_per_day = excluded.max_per_day, max_per_week = excluded.max_per_week,
      max_per_month = excluded.max_per_month, version = known.version + 1`)

const isRaised = (before: bigint | null | undefined, after: bigint | null) =>
  before != null && (after === null || after > before)

const inMoney = (sum: bigint | null) => (sum === null ? null : formatMinor(sum))

/** What the audit calls each sum. */
const fields = [
  ['max_amount', 'max_amount'],
  ['limit_day', 'max_per_day'],
  ['limit_week', 'max_per_week'],
  ['limit_month', 'max_per_month'],
] as const

const fieldsOf = (limits: Sums): { readonly [Field in (typeof fields)[number][0]]?: string | null } =>
  Object.fromEntries(fields.map(([field, sum]) => [field, inMoney(limits[sum])]))
