import type { ParsedInputOf } from '@cashbox/contract'
import type { changeAgentContact as call } from '@cashbox/contract/operator'
import { col, query, sql, type Tx } from '@cashbox/postgres/database'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { type Reason, refusal, refuseFields } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { checkContact, toE164 } from './auth/register.ts'
import { foldName } from './open-agent.ts'
import { contactColumns } from './read-user.ts'

type Input = ParsedInputOf<typeof call>
type Contact = Awaited<ReturnType<typeof lockContact>>

const columns = {
  first_name: col.text,
  last_name: col.text,
  ...contactColumns,
  version: col.int4,
}

/** Fields that are left out stay as they are. */
export const changeContact = (services: Services, input: Input, actor: Actor): Promise<void> =>
  services.db.transaction(async (tx) => {
    const { agent_id, version, reason, ...fields } = input
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const before = await lockContact(tx, agent_id, version)
    const after = await check(tx, before, { ...before, ...changes, version: version + 1 })
    const { first_name, last_name } = after
    await tx.execute(sql`
      update agent set first_name = ${first_name}, last_name = ${last_name}, phone = ${after.phone},
        messenger = ${after.messenger}, messenger_id = ${after.messenger_id}, country_code = ${after.country_code},
        city = ${after.city}, street = ${after.street}, folded_name = ${foldName(`${first_name} ${last_name}`)},
        folded_surname = ${foldName(`${last_name} ${first_name}`)}, version = ${after.version}
      where id = ${agent_id}`)
    await writeAudit(
      tx,
      { at: services.clock.now(), actor, reason },
      { kind: 'agent', id: agent_id },
      'agent.change-contact',
      changesBetween(before, after),
    )
  })

async function lockContact(tx: Tx, id: string, version: number) {
  const [found] = await query(tx, columns)`
    select first_name, last_name, phone, messenger, messenger_id, country_code, city, street, version
    from agent where id = ${id} for no key update`
  if (!found) throw refusal('not_found')
  if (found.version !== version) throw refusal('version_conflict')
  return found
}

/** What did not change is not checked: a country may be offered no longer. */
async function check(tx: Tx, before: Contact, after: Contact): Promise<Contact> {
  const offered = { country_code: after.country_code ?? '', messenger: after.messenger ?? '' }
  const problems = Object.entries(await checkContact(tx, offered)).filter(
    ([field]) => before[field as keyof Contact] !== after[field as keyof Contact],
  )
  const fields: Record<string, Reason[]> = Object.fromEntries(problems)
  const phone = after.phone === before.phone ? before.phone : await toE164(after.phone ?? '', offered.country_code)
  if (phone === null && after.phone !== null) fields['phone'] = [{ code: 'phone_invalid' }]
  refuseFields(fields)
  return { ...after, phone }
}
