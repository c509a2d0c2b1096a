import { randomInt } from 'node:crypto'
import { TRANSACTION_ID_ALPHABET, type TransactionType } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { hashSecurityCode, newSecurityCode } from './security-code.ts'

const ID_LENGTH = 10

export const newTransactionId = () =>
  Array.from({ length: ID_LENGTH }, () => TRANSACTION_ID_ALPHABET[randomInt(TRANSACTION_ID_ALPHABET.length)]).join('')

export interface NewTransaction {
  readonly playerServiceId: string
  readonly channelId: string
  /** Aimed at one cashbox; otherwise any agent of the channel may confirm it. */
  readonly agentId?: string | null
  readonly type: TransactionType
  readonly amount: bigint
  readonly playerId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly transactionId?: string
  readonly securityCode?: string
}

export interface OpenedTransaction {
  readonly transactionId: string
  /** Withdrawals only; known here for the last time. */
  readonly securityCode: string | null
}

/** Opens transactions for players to bring to a counter. */
export async function openTransactions(
  tx: Tx,
  secret: string,
  transactions: readonly NewTransaction[],
): Promise<OpenedTransaction[]> {
  const opened = transactions.map((transaction) => ({
    transaction,
    transactionId: transaction.transactionId ?? newTransactionId(),
    securityCode: transaction.type === 'withdraw' ? (transaction.securityCode ?? newSecurityCode()) : null,
  }))
  const rows = opened.map(({ transaction, transactionId, securityCode }) => ({
    id: uuidv7(),
    transaction_id: transactionId,
    player_service_id: transaction.playerServiceId,
    channel_id: transaction.channelId,
    agent_id: transaction.agentId ?? null,
    type: transaction.type,
    amount: transaction.amount.toString(),
    player_id: transaction.playerId,
    security_code_hash: securityCode === null ? null : hashSecurityCode(secret, transactionId, securityCode),
    created_at: transaction.createdAt,
    expires_at: transaction.expiresAt,
  }))
  await tx.query(sql`
    insert into player_transaction (id, transaction_id, player_service_id, channel_id, agent_id, type, amount, player_id,
                                    security_code_hash, created_at, expires_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, transaction_id text, player_service_id uuid, channel_id uuid, agent_id uuid, type text, amount bigint,
      player_id text, security_code_hash text, created_at timestamptz, expires_at timestamptz)`)
  return opened.map(({ transactionId, securityCode }) => ({ transactionId, securityCode }))
}
