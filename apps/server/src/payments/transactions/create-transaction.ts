import { createHash } from 'node:crypto'
import type { Language, OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { createTransaction as call } from '@cashbox/contract/partner'
import * as contract from '@cashbox/contract/partner'
import { col, type Queryable, query, queryOne, type Tx } from '@cashbox/postgres/database'
import { writeNotice } from '../../notices/notice.ts'
import { refuseExcluded } from '../../partners/exclusions.ts'
import { withCountedCover } from '../../partners/settlement/count-positions.ts'
import { reserveCover } from '../../partners/settlement/position.ts'
import { hasReference } from '../../partners/webhooks/events.ts'
import { toSeconds } from '../../platform/clock.ts'
import { renderRefusal } from '../../platform/http/answer.ts'
import { readFields } from '../../platform/http/bind-api.ts'
import { Refusal, refusal } from '../../platform/refusal.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Services } from '../../platform/services.ts'
import { codeBinding, openTransactions } from './open-transaction.ts'
import { readTransaction } from './read-transactions.ts'

type Input = ParsedInputOf<typeof call>

interface Created {
  readonly transactionId: string
  readonly securityCode: string | null
  /** The agent it is assigned to, if this call opened it. */
  readonly openedFor: string | null
  readonly isRepeat: boolean
}

type Outcome = OutputOf<typeof contract.createTransactions>['list'][number]

const targetColumns = {
  channel_id: col.uuid,
  agent_id: col.nullable(col.uuid),
  currency_code: col.text,
  is_active: col.bool,
}

/** Opens a transaction once for each reference: repeating a request gives the same answer. */
export async function createTransaction(services: Services, partnerId: string, input: Input) {
  const { db, live } = services
  const { transactionId, securityCode, openedFor, isRepeat } = await withCountedCover(services, partnerId, () =>
    openOrFind(services, partnerId, input),
  )
  if (openedFor) live.publish(openedFor, 'transactions', 'balance', 'payments', 'notices')
  return {
    transaction: await readTransaction(db, partnerId, transactionId),
    security_code: securityCode,
    is_repeat: isRepeat,
  }
}

const openOrFind = ({ db, clock, keyring }: Services, partnerId: string, input: Input) =>
  db.transaction(async (tx): Promise<Created> => {
    const earlier = await findEarlier(tx, keyring, partnerId, input)
    if (earlier) return earlier
    const now = clock.now()
    const target = await findTarget(tx, input)
    if (input.type === 'deposit') await refuseExcluded(tx, partnerId, input.player_id, now)
    const expiresAt = await expiryOf(tx, partnerId, input, now)
    const [opened] = await openTransactions(tx, keyring, [
      {
        ...target,
        partnerId,
        type: input.type,
        amount: input.amount,
        playerId: input.player_id,
        metadata: input.metadata,
        createdAt: now,
        expiresAt,
        request: { reference: input.reference, bodyHash: hashRequest(input) },
      },
    ])
    if (opened) {
      if (input.type === 'withdraw') {
        const { currency_code: currencyCode, amount } = input
        await reserveCover(tx, { partnerId, currencyCode, amount, at: now })
      }
      if (target.agentId !== null)
        await notifyAgent(tx, target.agentId, opened.transactionId, input, { now, expiresAt })
      return { ...opened, openedFor: target.agentId, isRepeat: false }
    }
    // Another request with the same reference was quicker.
    const theirs = await findEarlier(tx, keyring, partnerId, input)
    if (!theirs) throw new Error('the reference is taken, but its transaction was not found')
    return theirs
  })

const notifyAgent = (
  tx: Tx,
  agentId: string,
  transaction_id: string,
  { type, amount, currency_code }: Input,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
) =>
  writeNotice(
    tx,
    agentId,
    {
      kind: 'transaction',
      data: { transaction_id, type, amount: amount.toString(), currency_code, expires_at: toSeconds(expiresAt) },
    },
    now,
  )

async function findEarlier(tx: Tx, keyring: Keyring, partnerId: string, input: Input): Promise<Created | null> {
  const [row] = await query(tx, {
    id: col.uuid,
    transaction_id: col.text,
    body_hash: col.int8,
    sealed_code: col.nullable(col.text),
  })`
    select id, transaction_id, body_hash, sealed_code from player_transaction
    where ${hasReference(partnerId, input.reference)}`
  if (!row) return null
  if (row.body_hash !== hashRequest(input)) throw refusal('reference_reused')
  return {
    transactionId: row.transaction_id,
    securityCode: row.sealed_code && keyring.open(row.sealed_code, codeBinding(row.id)),
    openedFor: null,
    isRepeat: true,
  }
}

/** 64 bits are enough to tell two requests of one partner apart that have the same reference. */
const hashRequest = (input: Input) => createHash('sha256').update(requestText(input)).digest().readBigInt64BE()

/** What makes two requests the same, apart from the reference. Not the expiry: a client that retries computes it again. */
export const requestText = ({ type, amount, currency_code, player_id, channel, cash_id, metadata = {} }: Input) => {
  const sorted = Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const parts = [type, amount.toString(), currency_code, player_id, channel, cash_id]
  return JSON.stringify(sorted.length > 0 ? [...parts, sorted] : parts)
}

async function findTarget(tx: Queryable, { channel, cash_id, currency_code }: Input) {
  if (channel === undefined && cash_id === undefined) throw refusal('target_missing')
  if (channel !== undefined && cash_id !== undefined) throw refusal('target_ambiguous')
  const [found] = await (channel === undefined
    ? query(tx, targetColumns)`
      select agent.channel_id, agent.id as agent_id, channel.currency_code, agent.status = 'approved' as is_active
      from agent join channel on channel.id = agent.channel_id
      where agent.cash_id = ${cash_id} and not agent.is_demo`
    : query(tx, targetColumns)`
      select id as channel_id, null::uuid as agent_id, currency_code, true as is_active
      from channel where code = ${channel} and not is_demo`)
  if (!found) throw refusal(channel === undefined ? 'cashbox_unknown' : 'channel_unknown')
  if (!found.is_active) throw refusal('cashbox_not_active')
  if (found.currency_code !== currency_code) throw refusal('currency_mismatch')
  return { channelId: found.channel_id, agentId: found.agent_id }
}

async function expiryOf(tx: Queryable, partnerId: string, { expires_at, expires_in }: Input, now: Date) {
  if (expires_at !== undefined && expires_in !== undefined) throw refusal('expiry_ambiguous')
  const { lifetime_s, max_lifetime_s } = await queryOne(tx, { lifetime_s: col.int4, max_lifetime_s: col.int4 })`
    select lifetime_s, max_lifetime_s from partner where id = ${partnerId}`
  const inS = expires_in ?? lifetime_s
  const expiresAt = new Date(expires_at === undefined ? now.getTime() + inS * 1000 : expires_at * 1000)
  const isPossible = expiresAt > now && expiresAt.getTime() <= now.getTime() + max_lifetime_s * 1000
  if (!isPossible) throw refusal('expiry_invalid')
  return expiresAt
}

/** One database transaction each. After a failure, the ones already opened stay, and a repeated request finds them. */
export async function createTransactions(
  services: Services,
  partnerId: string,
  list: readonly Readonly<Record<string, unknown>>[],
  language: Language,
) {
  const outcomes: Outcome[] = []
  for (const entry of list) {
    const reference = typeof entry['reference'] === 'string' ? entry['reference'] : null
    try {
      const created = await createTransaction(services, partnerId, readFields(contract.createTransaction.input, entry))
      outcomes.push({ reference, ...created, refusal: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, errors, fields } = renderRefusal(error, language, '').body
      const refused = { code, message, errors, fields }
      outcomes.push({ reference, transaction: null, security_code: null, is_repeat: false, refusal: refused })
    }
  }
  return { list: outcomes }
}
