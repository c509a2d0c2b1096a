import { type Language, languages } from '@cashbox/contract'
import { col, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'

export interface NewPerson {
  readonly isDemo: boolean
  readonly email: string
  readonly emailVerifiedAt: Date | null
  readonly passwordHash: string
  readonly language: Language
  readonly at: Date
}

export async function openPerson(tx: Tx, person: NewPerson): Promise<string> {
  const id = uuidv7()
  await tx.execute(sql`
    insert into person (id, email, is_demo, email_verified_at, password_hash, language, created_at)
    values (${id}, ${person.email}, ${person.isDemo}, ${person.emailVerifiedAt}, ${person.passwordHash},
      ${person.language}, ${person.at})`)
  return id
}

/** The link that a person used was in their mailbox. Returns whether that was new. */
export async function noteVerified(tx: Tx, personId: string, at: Date): Promise<boolean> {
  const changed = await tx.execute(sql`
    update person set email_verified_at = ${at} where id = ${personId} and email_verified_at is null`)
  if (changed > 0) await tx.execute(sql`update agent set is_email_verified = true where owner_id = ${personId}`)
  return changed > 0
}

/** Where a person works after log-in: where they last did, or else at their oldest point. */
export async function homeOf(db: Queryable, personId: string): Promise<string> {
  const { id } = await queryOne(db, { id: col.uuid })`
    select id from agent where owner_id = ${personId}
    order by id is distinct from (
      select agent_id from session where person_id = ${personId} order by created_at desc limit 1), cash_id
    limit 1`
  return id
}

/** Demo accounts are left out. */
export async function findByAddress(db: Queryable, email: string) {
  const [person] = await query(db, { id: col.uuid, first_name: col.text, is_verified: col.bool })`
    select person.id, agent.first_name, person.email_verified_at is not null as is_verified
    from person join agent on agent.owner_id = person.id where email = ${email} and not person.is_demo
    order by agent.cash_id limit 1`
  return person
}

/** With what a letter to them needs: their oldest point says their name and their time. */
export const readPerson = (db: Queryable, personId: string) => queryOne(db, personColumns)`
  select person.email, person.language, agent.id as agent_id, agent.cash_id, agent.first_name, agent.timezone
  from person join agent on agent.owner_id = person.id where person.id = ${personId}
  order by agent.cash_id limit 1`

const personColumns = {
  email: col.text,
  language: col.oneOf(...languages),
  agent_id: col.uuid,
  cash_id: col.int8,
  first_name: col.text,
  timezone: col.text,
}
