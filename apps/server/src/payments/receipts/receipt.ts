import { randomInt } from 'node:crypto'
import { Receipt } from '@cashbox/contract'
import { col, type Queryable, type RowOf, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { columnsFor } from '../../platform/answer-columns.ts'
import { toSeconds } from '../../platform/clock.ts'
import { queryFirst } from '../../platform/query-first.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { maskPlayer } from '../history.ts'

export type FoundReceipt = RowOf<typeof columns>

const columns = {
  ...columnsFor(z.omit(Receipt, { url: true, network: true, customer: true })),
  cash_id: col.digits,
  country_code: col.nullable(col.text),
  player_id: col.text,
  finished_at: col.timestamptz,
  reversed_at: col.nullable(col.timestamptz),
}

/** Crockford's base 32: no I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 75 bits. Guessing finds nothing, even without the rate limit. */
const RANDOM_CHARACTERS = 15
const CODE = new RegExp(`^[${ALPHABET}]{${RANDOM_CHARACTERS + 1}}$`)

/** A receipt with the payment as it is today; null if the code was never issued. */
export const findReceipt = (db: Queryable, code: string) =>
  queryFirst(db, columns)`
    select receipt.code, payment.transaction_id, payment.type, payment.amount, channel.currency_code,
           payment.player_id, payment.finished_at, reversal.reversed_at,
           agent.cash_id, agent.city, agent.country_code, agent.timezone, agent.is_demo
    from receipt
    join confirmed_payment as payment using (player_transaction_id)
    join agent on agent.id = payment.agent_id
    join channel on channel.id = agent.channel_id
    left join reversal using (player_transaction_id)
    where receipt.code = ${code}`

export function newReceiptCode(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return random + checkCharacter(random)
}

/** A code as people type it: any case, with spaces or dashes, O for 0, I or L for 1. Null if a character is wrong. */
export function readReceiptCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!CODE.test(code)) return null
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null
}

export const groupReceiptCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Luhn's formula in base 32. It notices any wrong character, and almost any two that have changed places. */
function checkCharacter(characters: string): string {
  const base = ALPHABET.length
  const sum = Array.from(characters)
    .toReversed()
    .map((character, index) => ALPHABET.indexOf(character) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + Math.floor(product / base) + (product % base), 0)
  return ALPHABET.charAt((base - (sum % base)) % base)
}

/** The receipt of a payment that this agent confirmed. The code is created on first use, not on every confirmation. */
export async function issueReceipt(services: Services, agentId: string, transactionId: string): Promise<Receipt> {
  const code = await issueCode(services, agentId, transactionId)
  const receipt = code === null ? null : await findReceipt(services.db, code)
  if (!receipt) throw refusal('transaction_not_found')
  const { partner_name } = await readSettings(services.db)
  return {
    ...receipt,
    code: groupReceiptCode(receipt.code),
    url: `${services.config.publicUrl.replace(/\/+$/, '')}/r/${receipt.code}`,
    network: partner_name,
    customer: maskPlayer(receipt.player_id),
    finished_at: toSeconds(receipt.finished_at),
    reversed_at: receipt.reversed_at && toSeconds(receipt.reversed_at),
  }
}

/** Of two concurrent requests, the second gets the code of the first. */
async function issueCode({ db, clock }: Services, agentId: string, transactionId: string) {
  const issued = sql`
    select code from receipt
    join player_transaction on player_transaction.id = receipt.player_transaction_id
    join confirmation using (player_transaction_id)
    where player_transaction.transaction_id = ${transactionId} and confirmation.agent_id = ${agentId}`
  const [known] = await db.query(issued, { code: col.text })
  if (known) return known.code
  await db.execute(sql`
    insert into receipt (code, player_transaction_id, issued_at)
    select ${newReceiptCode()}, confirmation.player_transaction_id, ${clock.now()}
    from player_transaction join confirmation on confirmation.player_transaction_id = player_transaction.id
    where player_transaction.transaction_id = ${transactionId} and confirmation.agent_id = ${agentId}
    on conflict (player_transaction_id) do nothing`)
  const [made] = await db.query(issued, { code: col.text })
  return made?.code ?? null
}
