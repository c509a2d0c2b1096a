import type {
  listPoints as listCall,
  OutputOf,
  ParsedInputOf,
  requestPoint as requestCall,
  SignIn,
} from '@cashbox/contract'
import { OwnPoint } from '@cashbox/contract'
import { col, query, queryOne, sql } from '@cashbox/postgres/database'
import { type AgentSession, openSession, personOf } from '../access/sessions.ts'
import { applyForPoint, checkContact, toE164 } from '../agents/auth/register.ts'
import { readUser } from '../agents/read-user.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { queryFirst } from '../platform/query-first.ts'
import { refusal, refuseFields } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { saveAgreedTerms } from '../texts/terms-of-use.ts'

/** Of one owner, waiting for a decision. */
const MOST_REQUESTED = 5

export async function listPoints({ db }: Services, agent: AgentSession): Promise<OutputOf<typeof listCall>> {
  const list = await query(db, { ...columnsFor(OwnPoint), cash_id: col.digits })`
    select agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as name, agent.city, agent.street,
           agent.status, account.balance, channel.currency_code, agent.id = ${agent.agentId} as is_current,
           (select count(*)::integer from shift where agent_id = agent.id and closed_at is null) as working
    from agent join account on account.id = agent.float_id join channel on channel.id = agent.channel_id
    where agent.owner_id = ${personOf(agent)} order by agent.cash_id`
  return { list }
}

/** Returns another token, so a page that is still open pays at the point that it shows. */
export const switchPoint = (
  { db, clock }: Services,
  agent: AgentSession,
  cashId: string,
  caller: Caller,
): Promise<SignIn> =>
  db.transaction(async (tx) => {
    const point = await queryFirst(tx, { id: col.uuid })`
      select id from agent where cash_id = ${cashId} and owner_id = ${personOf(agent)}`
    if (!point) throw refusal('not_found')
    const { remember, ...device } = await queryOne(tx, {
      remember: col.bool,
      fingerprint: col.nullable(col.text),
      user_agent: col.nullable(col.text),
    })`select remember, fingerprint, user_agent from session where id = ${agent.sessionId}`
    const token = await openSession(tx, clock, point.id, { remember, caller, device })
    return { token, user: await readUser(tx, point.id) }
  })

export async function requestPoint(
  { db, clock }: Services,
  agent: AgentSession,
  input: ParsedInputOf<typeof requestCall>,
  { language }: Caller,
): Promise<{ cash_id: string }> {
  if (agent.isDemo) throw refusal('demo_account')
  const ownerId = personOf(agent)
  const phone = await toE164(input.phone, input.country_code)
  const fields = await checkContact(db, input)
  if (phone === null) refuseFields({ ...fields, phone: [{ code: 'phone_invalid' }] })
  refuseFields(fields)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from person where id = ${ownerId} for no key update`)
    const { count } = await queryOne(tx, { count: col.int8 })`
      select count(*) as count from agent where owner_id = ${ownerId} and status = 'pending'`
    if (count >= MOST_REQUESTED) throw refusal('shop_limit_reached')
    const at = clock.now()
    const termsVersion = await saveAgreedTerms(tx, { version: input.terms_version, language, at })
    const { cashId } = await applyForPoint(tx, { ...input, phone: phone ?? '' }, { ownerId, termsVersion, at })
    return { cash_id: cashId }
  })
}
