import {
  formatMinor,
  type StatementAccount,
  type StatementDetail,
  statementAccounts,
  statementKinds,
  transactionTypes,
} from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'
import { int4, int8, nullable, oneOf, type Queryable, sql, text, timestamptz } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { findTopup } from '../topups/topup.ts'
import { type Account, findAccount, type Line, lineColumns, linesOf, toLine } from './list-lines.ts'

/** Everything known about one line: what it was, what it was for, and which lines belong to it. */
export async function readLine(
  db: Queryable,
  agentId: string,
  { account: name, number }: { readonly account: StatementAccount; readonly number: number },
  explorerUrl: string,
): Promise<StatementDetail> {
  const account = await findAccount(db, agentId, name)
  const [line] = await db.query(linesOf(account.id, sql`${number}`), lineColumns)
  if (!line) throw refusal('not_found')
  return {
    ...toLine(line),
    account: name,
    currency_code: account.asset,
    balance_before: formatMinor(line.balance_after - line.amount),
    payment: line.transaction_id === null ? null : await readPayment(db, line),
    topup: line.kind === 'top_up' ? await findTopup(db, agentId, line.transfer_id, explorerUrl) : null,
    paid_to: line.request_id === null ? null : await readPaidTo(db, line.request_id),
    linked: await listLinked(db, account, line),
  }
}

const paymentColumns = {
  transaction_id: text,
  type: oneOf(...transactionTypes),
  amount: int8,
  fee: int8,
  fee_bp: int4,
  player_id: text,
  finished_at: timestamptz,
  reversed_at: nullable(timestamptz),
  reversal_reason: nullable(text),
}

async function readPayment(db: Queryable, { reference }: Line): Promise<StatementDetail['payment']> {
  const [row] = await db.query(
    sql`
      select transaction_id, type, amount, fee, fee_bp, player_id, finished_at, reversal.reversed_at,
             reversal.reason as reversal_reason
      from confirmation left join reversal on reversal.player_transaction_id = confirmation.player_transaction_id
      where confirmation.player_transaction_id = ${reference}::uuid`,
    paymentColumns,
  )
  if (!row) return null
  const { player_id, fee_bp, ...payment } = row
  return {
    ...payment,
    amount: formatMinor(row.amount),
    fee: formatMinor(row.fee),
    // Hundredths of a percent, written as hundredths of money are.
    fee_percent: formatMinor(BigInt(fee_bp)),
    customer_id: player_id,
    finished_at: toSeconds(row.finished_at),
    reversed_at: row.reversed_at && toSeconds(row.reversed_at),
  }
}

async function readPaidTo(db: Queryable, requestId: string): Promise<string | null> {
  const [row] = await db.query(
    sql`select payload ->> 'paid_to' as paid_to from approval_request where id = ${requestId}`,
    {
      paid_to: nullable(text),
    },
  )
  return row?.paid_to ?? null
}

/** Lines of both accounts that the same transfer moved, and those of the confirmation or reversal that belongs to it. */
async function listLinked(db: Queryable, account: Account, line: Line): Promise<StatementDetail['linked']> {
  const rows = await db.query(
    sql`
      select owned.account, entry.account_version, transfer.created_at as at, entry.amount,
             case transfer.kind when 'confirmation' then done.type else transfer.kind end as kind
      from (
        select ${line.transfer_id}::uuid as transfer_id
        union select transfer_id from confirmation where player_transaction_id = ${paymentOf(line)}::uuid
        union select transfer_id from reversal where player_transaction_id = ${paymentOf(line)}::uuid) as moved
      join transfer on transfer.id = moved.transfer_id
      join entry on entry.transfer_id = moved.transfer_id
      join (
        select float_id as id, 'float' as account from agent where id = ${account.agent_id}
        union all select commission_id, 'commission' from agent where id = ${account.agent_id}
      ) as owned on owned.id = entry.account_id
      left join confirmation as done on done.player_transaction_id = ${paymentOf(line)}::uuid
      where (entry.account_id, entry.account_version) <> (${account.id}::uuid, ${line.account_version}::bigint)
      order by transfer.created_at, owned.account desc`,
    {
      account: oneOf(...statementAccounts),
      account_version: int8,
      at: timestamptz,
      amount: int8,
      kind: oneOf(...statementKinds),
    },
  )
  return rows.map(({ account: name, account_version, at, amount, kind }) => ({
    account: name,
    number: Number(account_version),
    at: toSeconds(at),
    kind,
    amount: formatMinor(amount),
  }))
}

const paymentOf = ({ transaction_id, reference }: Line) => (transaction_id === null ? null : reference)
