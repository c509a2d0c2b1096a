import {
  type checkPlayer as checkCall,
  type depositForPlayer as depositCall,
  formatMinor,
  groupDigits,
  isRefusalCode,
  mayConfirm,
  type OutputOf,
  type ParsedInputOf,
  PLAYER_CHECK_S,
  PlayerCheck,
  type RefusalCode,
} from '@cashbox/contract'
import { col, type Database, only, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { type AgentSession, shiftOf } from '../access/sessions.ts'
import { lockFloat } from '../ledger/confirmed.ts'
import { refuseExcluded } from '../partners/exclusions.ts'
import { createPlayerVerifier } from '../partners/verify-player.ts'
import { receiverColumns, receiverFields } from '../partners/webhooks/send-webhook.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { type Clock, DAY_MS, toSeconds } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { attempt, invalidFields, refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import {
  type ConfirmationItem,
  confirmGroup,
  guessRules,
  MAX_LOCATION_AGE_S,
  reportOutcome,
  toLocation,
} from './confirm-payment.ts'
import type { RefusalCounter } from './count-refusals.ts'
import { verdictColumns, verdictOf } from './look-up-transaction.ts'
import { refuseAboveLimit } from './player-limits.ts'
import { newTransactionId, openTransactions } from './transactions/open-transaction.ts'

type CheckInput = ParsedInputOf<typeof checkCall>
type DepositInput = ParsedInputOf<typeof depositCall>

interface DepositRequest {
  readonly agent: AgentSession
  readonly caller: Caller
  readonly input: DepositInput
  readonly idempotencyKey: string | null
  readonly markReplayed: () => void
}

const partnerColumns = {
  partner_id: col.uuid,
  code: col.text,
  name: col.text,
  webhook_url: col.text,
  ...receiverColumns,
  webhook_secret: col.text,
  channel: col.text,
  currency_code: col.text,
  cash_id: col.int8,
}

const checkColumns = { ...verdictColumns, ...columnsFor(z.pick(PlayerCheck, { recent: true })) }

/** A deposit this young may be the one that the agent is about to repeat. */
const RECENT_MS = 10 * 60 * 1000

/** Partners that take deposits by player ID. Demo agents have no players. */
const readPartners = (db: Queryable, agentId: string) =>
  query(db, partnerColumns)`
    select partner.id as partner_id, partner.code, partner.name, verification_url as webhook_url, ${receiverFields},
           channel.code as channel, channel.currency_code, agent.cash_id
    from agent
    join channel on channel.id = agent.channel_id and not channel.is_demo
    cross join partner
    where agent.id = ${agentId} and not agent.is_demo and partner.disabled_at is null
      and verification_url is not null and webhook_secret is not null
    order by partner.name, partner.code`

export const listPlayerPartners = async (db: Queryable, agentId: string) => ({
  list: (await readPartners(db, agentId)).map(({ code, name }) => ({ code, name })),
})

async function findPartner(db: Queryable, agentId: string, code: string | undefined) {
  const partners = await readPartners(db, agentId)
  if (code === undefined && partners.length > 1) throw invalidFields({ partner: [{ code: 'required' }] })
  const partner = code === undefined ? partners[0] : partners.find((one) => one.code === code)
  if (!partner) throw refusal('partner_unknown')
  return partner
}

/** Asks the partner about a player, and keeps the answer for two minutes. */
export function createCheckPlayer(services: Services) {
  const verify = createPlayerVerifier(services)
  const { db, limits } = services
  return async (agent: AgentSession, input: CheckInput): Promise<OutputOf<typeof checkCall>> => {
    const { agentId, status } = agent
    if (!mayConfirm(status)) throw refusal('agent_not_active')
    const partner = await findPartner(db, agentId, input.partner)
    await limits.check('player-guess-account', agentId)
    await limits.spend('player-check-account', agentId)
    const { player_id: playerId, amount } = input
    const at = services.clock.now()
    await refuseExcluded(db, partner.partner_id, playerId, at)
    await refuseAboveLimit(db, { agentId, partnerId: partner.partner_id, playerId, amount, at })
    const { channel, currency_code: currencyCode } = partner
    const question = { playerId, amount, currencyCode, channel, cashId: partner.cash_id.toString() }
    const verdict = await verify(partner, question)
    if (verdict.kind === 'unknown') throw refusal('player_not_checked')
    if (verdict.kind === 'refused') {
      await limits.note('player-guess-account', agentId)
      throw refusal(verdict.isKnown ? 'player_refused' : 'player_unknown')
    }
    const { name, minAmount, maxAmount } = verdict
    if (amount < minAmount || amount > maxAmount) {
      const [min, max] = [minAmount, maxAmount].map((sum) => groupDigits(formatMinor(sum)))
      throw refusal('player_amount_refused', { min: min ?? '', max: max ?? '', asset: currencyCode })
    }
    const { expiresAt, ...kept } = await keepCheck(services, agent, partner.partner_id, input, verdict)
    return {
      check: {
        ...kept,
        player_id: playerId,
        player_name: name,
        amount: formatMinor(amount),
        min_amount: formatMinor(minAmount),
        max_amount: formatMinor(maxAmount),
        currency_code: currencyCode,
        expires_at: toSeconds(expiresAt),
      },
    }
  }
}

interface Accepted {
  readonly name: string
  readonly minAmount: bigint
  readonly maxAmount: bigint
}

/** Ends earlier checks of the same player: a deposit that was lost on its way must not be confirmed beside the next one. */
function keepCheck(
  { db, clock, config }: Services,
  agent: AgentSession,
  partnerId: string,
  input: CheckInput,
  { name, minAmount, maxAmount }: Accepted,
) {
  const checkId = newTransactionId()
  const { agentId } = agent
  return db.transaction(async (tx) => {
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + PLAYER_CHECK_S * 1000)
    const { player_id: playerId, amount } = input
    // Waits for a deposit that is under way, which is then a recent one.
    await tx.execute(sql`
      delete from player_check
      where agent_id = ${agentId} and partner_id = ${partnerId} and player_id = ${playerId}`)
    await tx.execute(sql`
      insert into player_check (check_id, agent_id, partner_id, player_id, player_name, amount, min_amount, max_amount,
                                expires_at)
      values (${checkId}, ${agentId}, ${partnerId}, ${playerId}, ${name}, ${amount}, ${minAmount}, ${maxAmount},
              ${expiresAt})`)
    const { lat, lon, age_s } = toLocation(input, at, { isTimeRequired: config.isLocationTimeRequired })
    const row = await queryOne(tx, checkColumns)`
      select verdict.refusal as agent_refusal, verdict.missing, verdict.max_amount, verdict.left_today, verdict.distance_m,
             verdict.fee, recent.deposit as recent
      from agent_verdict(
        of_agent => ${agentId}, of_type => 'deposit', of_amount => ${amount}, lat => ${lat}::float8,
        lon => ${lon}::float8, age_s => ${age_s}::integer, max_age_s => ${MAX_LOCATION_AGE_S}, at => ${at},
        of_shift => ${shiftOf(agent)}::integer) as verdict
      left join lateral (
        select jsonb_build_object(
          'transaction_id', tx.transaction_id, 'amount', money_text(done.amount), 'finished_at', epoch_seconds(done.finished_at)) as deposit
        from confirmation as done join player_transaction as tx on tx.id = done.player_transaction_id
        where done.float_id = (select float_id from agent where id = ${agentId})
          and done.number > confirmed_before(${agentId}, ${new Date(at.getTime() - RECENT_MS)})
          and done.type = 'deposit' and tx.player_id = ${playerId} and tx.partner_id = ${partnerId}
          and tx.ended_as is null
        order by done.number desc limit 1) as recent on true`
    return {
      expiresAt,
      check_id: checkId,
      fee: formatMinor(row.fee),
      verdict: verdictOf({ ...row, amount }),
      recent: row.recent,
    }
  })
}

/** Uses up the check, opens the deposit and confirms it, in one transaction. A refusal keeps only the answer to its key. */
export async function depositForPlayer(
  services: Services,
  refusals: RefusalCounter,
  { agent, caller, input, idempotencyKey, markReplayed }: DepositRequest,
): Promise<OutputOf<typeof depositCall>> {
  const { db, limits } = services
  const transactionId = input.check_id
  const answer = await db.transaction(async (tx) => {
    const item = toItem(services, { agent, caller, input, idempotencyKey })
    // Until the commit, so that a repeat finds the first answer.
    await lockFloat(tx, agent.agentId)
    const tried = await attempt(tx, async () => {
      const isOpened = await openByCheck(tx, services, item)
      const { outcome, detail, replayed } = only(await confirmGroup(tx, [item], { guesses: guessRules(limits) }))
      if (outcome === 'confirmed') return { outcome, detail, replayed }
      // Without its check there is no such transaction.
      const code = outcome === 'transaction_not_found' && !isOpened ? 'player_check_expired' : outcome
      if (!isRefusalCode(code)) throw new Error(`confirm_payments returned an unknown outcome: ${code}`)
      throw refusal(code, detail)
    })
    if ('value' in tried) return tried.value
    const { code: outcome, values: detail = {} } = tried.refused.reason
    return { outcome, detail, replayed: await isKept(tx, item, outcome, detail) }
  })
  const report = { ...answer, agentId: agent.agentId, transactionId, caller, markReplayed }
  await reportOutcome(services, refusals, report)
  return { transaction_id: transactionId }
}

function toItem(
  { clock, limits, keyring, config }: Services,
  { agent, caller, input, idempotencyKey }: Omit<DepositRequest, 'markReplayed'>,
): ConfirmationItem & { readonly body_hash: string } {
  const at = clock.now()
  const [byAddress, bySite] = limits.counters('guess-address', caller.ip)
  return {
    agent_id: agent.agentId,
    session_id: agent.sessionId,
    shift_id: shiftOf(agent),
    key: idempotencyKey,
    body_hash: keyring.hash(depositText(input)),
    type: 'deposit',
    transaction_id: input.check_id,
    amount: input.amount.toString(),
    ...toLocation(input, at, { isTimeRequired: config.isLocationTimeRequired }),
    accuracy_m: input.geo_accuracy ?? null,
    ip: caller.ip,
    at,
    event_id: uuidv7(),
    address_guesses: byAddress.key,
    site_guesses: bySite?.key ?? null,
  }
}

export const depositText = ({ check_id, amount }: Pick<DepositInput, 'check_id' | 'amount'>) =>
  `player deposit ${JSON.stringify([check_id, amount.toString()])}`

/** False without a check that still counts: it is too old, a newer one took its place, or it was used. */
async function openByCheck(tx: Tx, { keyring }: Services, { agent_id, transaction_id, at }: ConfirmationItem) {
  const [check] = await query(tx, {
    partner_id: col.uuid,
    player_id: col.text,
    amount: col.int8,
    expires_at: col.timestamptz,
    channel_id: col.uuid,
  })`
    delete from player_check using agent, partner
    where check_id = ${transaction_id} and player_check.agent_id = ${agent_id} and expires_at > ${at}
      and agent.id = player_check.agent_id and partner.id = player_check.partner_id
      and partner.disabled_at is null and partner.verification_url is not null
    returning partner_id, player_id, amount, expires_at, agent.channel_id`
  if (!check) return false
  await openTransactions(tx, keyring, [
    {
      partnerId: check.partner_id,
      channelId: check.channel_id,
      agentId: agent_id,
      type: 'deposit',
      amount: check.amount,
      playerId: check.player_id,
      createdAt: at,
      expiresAt: check.expires_at,
      transactionId: transaction_id,
    },
  ])
  return true
}

/** These say nothing about the request itself. */
const NOT_KEPT: ReadonlySet<RefusalCode> = new Set(['idempotency_key_reused', 'too_many_requests'])

/** Keeps the first answer to a key, as `confirm_payments` does. True if it was there before. */
async function isKept(
  tx: Tx,
  { agent_id, key, body_hash, at }: ReturnType<typeof toItem>,
  outcome: RefusalCode,
  detail: object,
): Promise<boolean> {
  if (key == null || NOT_KEPT.has(outcome)) return false
  const written = await tx.execute(sql`
    insert into refused_key (agent_id, key, body_hash, outcome, detail, created_at)
    values (${agent_id}, ${key}, ${body_hash}, ${outcome}, ${JSON.stringify(detail)}::jsonb, ${at})
    on conflict do nothing`)
  return written === 0
}

/** A day after they have expired. */
export const forgetOldChecks = (db: Database, clock: Clock) =>
  db.execute(sql`delete from player_check where expires_at < ${new Date(clock.now().getTime() - DAY_MS)}`)
