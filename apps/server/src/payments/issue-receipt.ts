import { formatMinor, type Receipt } from '@cashbox/contract'
import { type Clock, toSeconds } from '../platform/clock.ts'
import { text } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { readSettings } from '../platform/settings.ts'
import { findReceipt } from './receipts/find-receipt.ts'
import { groupReceiptCode, newReceiptCode } from './receipts/receipt-code.ts'
import { maskPlayer } from './shown-transaction.ts'

interface ReceiptServices {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
}

/** The receipt of a payment that this agent confirmed. The code is made when it is first asked for, so confirming costs no more. */
export async function issueReceipt(
  services: ReceiptServices,
  agentId: string,
  transactionId: string,
): Promise<Receipt> {
  const code = await issueCode(services, agentId, transactionId)
  const receipt = code === null ? null : await findReceipt(services.db, code)
  if (!receipt) throw refusal('transaction_not_found')
  const { partner_name } = await readSettings(services.db)
  return {
    code: groupReceiptCode(receipt.code),
    url: `${services.publicUrl.replace(/\/+$/, '')}/r/${receipt.code}`,
    network: partner_name,
    transaction_id: receipt.transaction_id,
    type: receipt.type,
    amount: formatMinor(receipt.amount),
    currency_code: receipt.currency_code,
    customer: maskPlayer(receipt.player_id),
    finished_at: toSeconds(receipt.finished_at),
    reversed_at: receipt.reversed_at && toSeconds(receipt.reversed_at),
    cash_id: String(receipt.cash_id),
    city: receipt.city,
    is_demo: receipt.is_demo,
  }
}

/** The second of two who ask at the same moment gets the code of the first. */
async function issueCode({ db, clock }: ReceiptServices, agentId: string, transactionId: string) {
  const issued = sql`
    select code from receipt
    join player_transaction on player_transaction.id = receipt.player_transaction_id
    join confirmation using (player_transaction_id)
    where player_transaction.transaction_id = ${transactionId} and confirmation.agent_id = ${agentId}`
  const [known] = await db.query(issued, { code: text })
  if (known) return known.code
  await db.execute(sql`
    insert into receipt (code, player_transaction_id, issued_at)
    select ${newReceiptCode()}, confirmation.player_transaction_id, ${clock.now()}
    from player_transaction join confirmation on confirmation.player_transaction_id = player_transaction.id
    where player_transaction.transaction_id = ${transactionId} and confirmation.agent_id = ${agentId}
    on conflict (player_transaction_id) do nothing`)
  const [made] = await db.query(issued, { code: text })
  return made?.code ?? null
}
