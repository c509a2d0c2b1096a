import { randomInt } from 'node:crypto'
import { TRANSACTION_ID_ALPHABET, type TransactionType } from '@cashbox/contract'
import { col, query, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hashSecurityCode } from '../confirm-payment.ts'

interface NewTransaction {
  readonly partnerId: string
  readonly channelId: string
  /** Aimed at one cashbox; otherwise any agent of the channel may confirm it. */
  readonly agentId?: string | null
  readonly type: TransactionType
  readonly amount: bigint
  readonly playerId: string
  readonly metadata?: Readonly<Record<string, string>> | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly transactionId?: string
  readonly securityCode?: string
  /** The partner's reference, with a hash of the request. */
  readonly request?: { readonly reference: string; readonly bodyHash: bigint }
}

const ID_LENGTH = 10

const DIGITS = 6

export const newTransactionId = () =>
  Array.from({ length: ID_LENGTH }, () => TRANSACTION_ID_ALPHABET[randomInt(TRANSACTION_ID_ALPHABET.length)]).join('')

/** Skips transactions whose reference is taken. */
export async function openTransactions(tx: Tx, keyring: Keyring, transactions: readonly NewTransaction[]) {
  const opened = transactions.map((transaction) => ({
    transaction,
    id: uuidv7(),
    transactionId: transaction.transactionId ?? newTransactionId(),
    // Only its hash is stored.
    securityCode: transaction.type === 'withdraw' ? (transaction.securityCode ?? newSecurityCode()) : null,
  }))
  const rows = opened.map(({ id, transaction, transactionId, securityCode }) => ({
    id,
    transaction_id: transactionId,
    partner_id: transaction.partnerId,
    channel_id: transaction.channelId,
    agent_id: transaction.agentId ?? null,
    type: transaction.type,
    amount: transaction.amount.toString(),
    player_id: transaction.playerId,
    metadata: Object.keys(transaction.metadata ?? {}).length > 0 ? transaction.metadata : null,
    security_code_hash: securityCode === null ? null : hashSecurityCode(keyring, transactionId, securityCode),
    reference: transaction.request?.reference ?? null,
    body_hash: transaction.request?.bodyHash.toString() ?? null,
    sealed_code: securityCode === null || !transaction.request ? null : keyring.seal(securityCode, codeBinding(id)),
    created_at: transaction.createdAt,
    expires_at: transaction.expiresAt,
  }))
  const written = await query(tx, { transaction_id: col.text })`
    insert into player_transaction (id, transaction_id, partner_id, channel_id, agent_id, type, amount, player_id,
                                    metadata, security_code_hash, reference, body_hash, sealed_code, created_at, expires_at)
    select id, transaction_id, partner_id, channel_id, agent_id, type, amount, player_id, metadata, security_code_hash,
           reference, body_hash, sealed_code, created_at, expires_at
    from jsonb_populate_recordset(null::player_transaction, ${JSON.stringify(rows)}::jsonb)
    on conflict on constraint player_transaction_reference do nothing
    returning transaction_id`
  const ids = new Set(written.map(({ transaction_id }) => transaction_id))
  return opened
    .filter(({ transactionId }) => ids.has(transactionId))
    .map(({ transactionId, securityCode }) => ({ transactionId, securityCode }))
}

export const newSecurityCode = () =>
  randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0')

export const codeBinding = (id: string) => `player_transaction.sealed_code ${id}`
