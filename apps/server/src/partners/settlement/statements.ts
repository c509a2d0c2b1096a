import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import { Today } from '@cashbox/contract/operator'
import {
  type AccountStatement,
  type listStatements as listCall,
  STATEMENT_KIND,
  statementAnswers,
  statementPeriods,
} from '@cashbox/contract/partner'
import { col, type Queryable, query, type RowOf, type Sql, sql, type Tx, toPage } from '@cashbox/postgres/database'
import { each } from '@cashbox/postgres/each'
import { type Actor, writeAudit } from '../../access/audit.ts'
import { readSigningKey } from '../../access/signing-key.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import { partnerSubject } from '../keys.ts'
import { paymentsOfStatement } from './payments.ts'
import { flowColumns, flows } from './read-position.ts'

const signedColumns = {
  ...flowColumns,
  partner: col.text,
  currency_code: col.text,
  number: col.int4,
  period: col.oneOf(...statementPeriods, 'demand'),
  from_at: col.timestamptz,
  until_at: col.timestamptz,
  opening: col.int8,
  closing: col.int8,
  made_at: col.timestamptz,
  due_at: col.timestamptz,
}
export type SignedFields = RowOf<typeof signedColumns>

export const statementColumns = {
  ...signedColumns,
  id: col.uuid,
  signature: col.text,
  owed: col.int8,
  answer: col.nullable(col.oneOf(...statementAnswers)),
  answer_reason: col.nullable(col.text),
  answered_at: col.nullable(col.seconds),
}
type StatementRow = RowOf<typeof statementColumns>

/** A debt shrinks by later payments, and is never larger than what the partner owes now. A closing has all debts before it. */
const owed = sql`greatest(0, least(-statement.closing - later.paid_in, -position.balance))::bigint`
const statementsWithDebt = sql`
  partner_statement as statement
  join partner on partner.id = statement.partner_id
  join partner_position as position
    on position.partner_id = statement.partner_id and position.currency_code = statement.currency_code
  cross join lateral (
    select coalesce(sum(day.paid_in), 0) as paid_in from position_day as day
    where day.partner_id = statement.partner_id and day.currency_code = statement.currency_code
      and day.statement > statement.number) as later`

export const selectStatements = (where: Sql): Sql => sql`
  select statement.id, partner.code as partner, statement.currency_code, statement.number, statement.period,
         statement.from_at, statement.until_at, statement.opening, statement.closing, total.*, statement.signature,
         statement.made_at, statement.due_at, statement.answer, statement.answer_reason, statement.answered_at,
         ${owed} as owed
  from ${statementsWithDebt}
  cross join lateral jsonb_to_record(statement.totals) as total (
    ${each(flows, (flow) => sql`${flow} bigint`)})
  where ${where}`

/** Newest first. */
export async function listStatements(
  db: Queryable,
  partnerId: string,
  { currency_code, limit, cursor }: ParsedInputOf<typeof listCall>,
  now: Date,
): Promise<{ list: AccountStatement[]; next_cursor: string | null }> {
  const rows = await query(db, statementColumns)`
    ${selectStatements(sql`
      statement.partner_id = ${partnerId}
      and (${currency_code ?? null}::text is null or statement.currency_code = ${currency_code ?? null})
      and (${cursor ?? null}::uuid is null or statement.id < ${cursor ?? null}::uuid)`)}
    order by statement.id desc limit ${limit + 1}`
  const statements = rows.map((row) => toStatement(row, now))
  return toPage(statements, limit, ({ id }) => id)
}

async function findStatement(db: Queryable, partnerId: string, id: string): Promise<StatementRow> {
  const [row] = await db.query(
    selectStatements(sql`statement.id = ${id} and statement.partner_id = ${partnerId}`),
    statementColumns,
  )
  if (!row) throw refusal('not_found')
  return row
}

export async function readStatement(db: Queryable, partnerId: string, id: string, now: Date) {
  const row = await findStatement(db, partnerId, id)
  return {
    statement: toStatement(row, now),
    payments: await paymentsOfStatement(db, partnerId, row),
    signed_text: signedText(row),
    signature: row.signature,
    public_key: (await readSigningKey(db)) ?? '',
  }
}

/** Lines of a name and a value. No value contains a line feed, so two different statements never have the same text. */
export const signedText = (facts: SignedFields): string =>
  [
    STATEMENT_KIND,
    `partner ${facts.partner}`,
    `currency_code ${facts.currency_code}`,
    `number ${facts.number}`,
    `period ${facts.period}`,
    `from ${toSeconds(facts.from_at)}`,
    `until ${toSeconds(facts.until_at)}`,
    `opening ${formatMinor(facts.opening)}`,
    `deposits.count ${facts.deposit_count}`,
    `deposits.sum ${formatMinor(facts.deposit_sum)}`,
    `withdrawals.count ${facts.withdraw_count}`,
    `withdrawals.sum ${formatMinor(facts.withdraw_sum)}`,
    `reversed_deposits ${formatMinor(facts.deposit_reversed)}`,
    `reversed_withdrawals ${formatMinor(facts.withdraw_reversed)}`,
    `fees ${formatMinor(facts.fee_sum)}`,
    `paid_in ${formatMinor(facts.paid_in)}`,
    `paid_out ${formatMinor(facts.paid_out)}`,
    `closing ${formatMinor(facts.closing)}`,
    `closed_at ${toSeconds(facts.made_at)}`,
    `due_at ${toSeconds(facts.due_at)}`,
  ].join('\n')

const toStatement = (row: StatementRow, now: Date): AccountStatement => ({
  ...row,
  from: toSeconds(row.from_at),
  until: toSeconds(row.until_at),
  opening: formatMinor(row.opening),
  totals: {
    deposits: { count: Number(row.deposit_count), sum: formatMinor(row.deposit_sum) },
    withdrawals: { count: Number(row.withdraw_count), sum: formatMinor(row.withdraw_sum) },
    reversed_deposits: formatMinor(row.deposit_reversed),
    reversed_withdrawals: formatMinor(row.withdraw_reversed),
    fees: formatMinor(row.fee_sum),
    paid_in: formatMinor(row.paid_in),
    paid_out: formatMinor(row.paid_out),
  },
  closing: formatMinor(row.closing),
  closed_at: toSeconds(row.made_at),
  due_at: toSeconds(row.due_at),
  owed: formatMinor(row.owed),
  is_overdue: row.owed > 0n && row.due_at < now,
})

interface Answer {
  readonly partnerId: string
  readonly statementId: string
  readonly answer: (typeof statementAnswers)[number]
  readonly reason: string | null
  readonly actor: Actor
  readonly at: Date
}

/** An accepted statement stays accepted. A disputed one can be accepted later, or disputed for another reason. */
export async function answerStatement(tx: Tx, input: Answer): Promise<AccountStatement> {
  const { partnerId, statementId, answer, reason, actor, at } = input
  await tx.execute(sql`select 1 from partner_statement where id = ${statementId} for update`)
  const before = await findStatement(tx, partnerId, statementId)
  const isSame = before.answer === answer && before.answer_reason === reason
  if (isSame) return toStatement(before, at)
  if (before.answer === 'accepted') throw refusal('statement_accepted')
  await tx.execute(sql`
    update partner_statement set answer = ${answer}, answer_reason = ${reason}, answered_at = ${at}
    where id = ${statementId}`)
  await writeAudit(tx, { at, actor, reason }, partnerSubject(before.partner), 'partner.answer-statement', {
    before: { statement: nameOf(before), answer: before.answer },
    after: { statement: nameOf(before), answer },
  })
  return toStatement(await findStatement(tx, partnerId, statementId), at)
}

export const nameOf = ({ currency_code, number }: { readonly currency_code: string; readonly number: number }) =>
  `${currency_code} ${number}`

/** For each partner and currency: what is overdue, and a dispute until that statement or a later one is accepted. */
export const readProblems = (db: Queryable, now: Date) =>
  query(db, columnsFor(Today.shape.statements.def.element))`
    select partner.code as partner, partner.name, statement.currency_code, min(statement.number) as number,
           'overdue' as problem, max(${owed}) as sum, min(statement.due_at) as since
    from ${statementsWithDebt}
    where statement.closing < 0 and position.balance < 0 and statement.due_at < ${now} and ${owed} > 0
    group by partner.code, partner.name, statement.currency_code
    union all
    (select distinct on (partner.code, statement.currency_code) partner.code, partner.name, statement.currency_code,
            statement.number, 'disputed', statement.closing, statement.answered_at
     from partner_statement as statement join partner on partner.id = statement.partner_id
     where statement.answer = 'disputed' and not exists (
       select 1 from partner_statement as later
       where later.partner_id = statement.partner_id and later.currency_code = statement.currency_code
         and later.number > statement.number and later.answer = 'accepted')
     order by partner.code, statement.currency_code, statement.number desc)
    order by since, partner, currency_code`
