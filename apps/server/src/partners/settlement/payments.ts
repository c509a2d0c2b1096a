import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { listPartnerPayments as call } from '@cashbox/contract/operator'
import { PartnerPayment, type PaymentDirection } from '@cashbox/contract/partner'
import {
  col,
  type Queryable,
  query,
  queryOne,
  type RowOf,
  type Sql,
  sql,
  type Tx,
  toPage,
} from '@cashbox/postgres/database'
import { openAccount, postMovement } from '../../ledger/movements.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { refusal, refuseBroken } from '../../platform/refusal.ts'
import { lockPosition, type PositionKey, positionColumns, positionFields, reportCover } from './position.ts'

interface NewPayment extends PositionKey {
  /** The ID of the request that was approved. */
  readonly id: string
  readonly direction: PaymentDirection
  readonly amount: bigint
  readonly paidOn: string
  readonly bankReference: string
  /** The payment that this one takes back. */
  readonly reverses: string | null
  readonly reason: string
  readonly at: Date
}

const paymentColumns = {
  ...columnsFor(PartnerPayment),
  id: col.uuid,
  partner_id: col.uuid,
  amount: col.int8,
  reverses: col.nullable(col.uuid),
}
type PaymentRow = RowOf<typeof paymentColumns>

export async function refuseUnknownCurrency(db: Queryable, currencyCode: string): Promise<void> {
  const known = await db.execute(
    sql`select 1 from channel where not is_demo and currency_code = ${currencyCode} limit 1`,
  )
  if (known === 0) throw refusal('currency_unknown')
}

/** The same for every way to type a reference: with spaces, in capitals, in full width, with letters that can't be seen. */
const referenceKeyOf = (reference: string) =>
  reference
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()

/** Moves the money and counts it in the open statement. A bank reference is used once, unless its payment was taken back. */
export async function recordPayment(tx: Tx, payment: NewPayment): Promise<void> {
  const { id, partnerId, currencyCode, direction, amount, bankReference, reverses, at } = payment
  const referenceKey = referenceKeyOf(bankReference)
  const { statement } = await lockPosition(tx, payment)
  await tx
    .execute(sql`
      insert into partner_payment (id, partner_id, currency_code, direction, amount, paid_on, bank_reference,
        reference_key, earlier_uses, reverses, statement, recorded_at)
      select ${id}, ${partnerId}, ${currencyCode}, ${direction}, ${amount}, ${payment.paidOn}::date, ${bankReference},
        ${referenceKey}, count(*), ${reverses}, ${statement}, ${at}
      from partner_payment as back
      where back.reverses is not null and partner_id = ${partnerId} and direction = ${direction}
        and reference_key = ${referenceKey}`)
    .catch(
      refuseBroken({
        partner_payment_reference: 'bank_reference_used',
        partner_payment_reverses_key: 'payment_reversed',
      }),
    )
  const change = reverses === null ? amount : -amount
  const [paidIn, paidOut] = direction === 'in' ? [change, 0n] : [0n, change]
  const position = await queryOne(tx, positionColumns)`
    update partner_position set balance = balance + ${paidIn - paidOut}::bigint
    where partner_id = ${partnerId} and currency_code = ${currencyCode} returning ${positionFields}`
  await tx.execute(sql`
    insert into position_day as known (partner_id, currency_code, statement, day, paid_in, paid_out)
    values (${partnerId}, ${currencyCode}, ${statement}, (${at}::timestamptz at time zone 'UTC')::date,
      ${paidIn}, ${paidOut})
    on conflict (partner_id, currency_code, statement, day)
    do update set paid_in = known.paid_in + excluded.paid_in, paid_out = known.paid_out + excluded.paid_out`)
  const bank = await openAccount(tx, { kind: 'bank', asset: currencyCode })
  const clearing = await openAccount(tx, { kind: 'clearing', party: partnerId, asset: currencyCode })
  const [from, to] = paidIn > paidOut ? [bank, clearing] : [clearing, bank]
  await postMovement(tx, { kind: 'partner_payment', reference: id, from, to, amount, reason: payment.reason, at })
  await reportCover(tx, payment, position, at)
}

const selectPayments = (where: Sql): Sql => sql`
  select id, partner_id, currency_code, direction, amount, paid_on::text as paid_on, bank_reference, reverses,
         exists (select 1 from partner_payment as back where back.reverses = payment.id) as is_reversed, statement, recorded_at
  from partner_payment as payment where ${where}`

/** Refuses a payment that was taken back, and one that takes another back. */
export async function findReversible(db: Queryable, paymentId: string): Promise<PaymentRow> {
  const [payment] = await db.query(selectPayments(sql`payment.id = ${paymentId}`), paymentColumns)
  if (!payment) throw refusal('payment_unknown')
  if (payment.is_reversed || payment.reverses !== null) throw refusal('payment_reversed')
  return payment
}

/** Newest first. IDs are chosen by browsers, so the time decides. */
export async function listPayments(
  db: Queryable,
  partnerId: string,
  { currency_code, limit, cursor }: Omit<ParsedInputOf<typeof call>, 'code'>,
): Promise<OutputOf<typeof call>> {
  const before = cursor ?? null
  const rows = await query(db, paymentColumns)`
    ${selectPayments(sql`
      partner_id = ${partnerId}
      and (${currency_code ?? null}::text is null or currency_code = ${currency_code ?? null})
      and (${before}::uuid is null or (recorded_at, id) < (
        select recorded_at, id from partner_payment
        where id = ${before}::uuid and partner_id = ${partnerId}))`)}
    order by recorded_at desc, id desc limit ${limit + 1}`
  return toPage(rows.map(toPayment), limit, ({ id }) => id)
}

/** Oldest first. */
export const paymentsOfStatement = async (
  db: Queryable,
  partnerId: string,
  { currency_code, number }: { readonly currency_code: string; readonly number: number },
): Promise<PartnerPayment[]> =>
  (
    await query(db, paymentColumns)`
      ${selectPayments(sql`
        partner_id = ${partnerId} and currency_code = ${currency_code} and statement = ${number}`)}
      order by recorded_at, id`
  ).map(toPayment)

const toPayment = ({ partner_id: _partner, amount, ...payment }: PaymentRow): PartnerPayment => ({
  ...payment,
  amount: formatMinor(amount),
})
