import { randomBytes } from 'node:crypto'
import { parseMinor } from '@cashbox/contract'
import { sql, type Tx } from '@cashbox/postgres/database'
import { openSession } from '@cashbox/server/access/sessions'
import { firstChannel, type NewAgent, openAgent } from '@cashbox/server/agents/open-agent'
import { type NewPerson, openPerson } from '@cashbox/server/agents/person'
import { openAccount, postMovement } from '@cashbox/server/ledger/movements'
import { hashPasswordLightly } from './postgres/template.ts'
import type { World } from './world.ts'

const TASHKENT = { lat: 41.2995, lon: 69.2401 }
const WHOLE_EARTH_M = 20_100_000

interface Input extends Partial<NewAgent & NewPerson> {
  /** What is on their float, such as '100.00'; by default nothing, and no money has ever moved. */
  readonly float?: string
}

/** In SQL: the agent who logs in with this address. */
export const agentOf = (email: string) => sql`(
  select agent.id from agent join person on person.id = agent.owner_id where person.email = ${email}
  order by person.is_demo limit 1)`

/** An agent of the test's own, in the first channel, with a session and the password of all samples. By default pending. */
export async function someAgent(world: World, { float, ...input }: Input = {}) {
  const at = world.clock.now()
  const email = `agent-${randomBytes(5).toString('hex')}@cashbox.test`
  const passwordHash = await hashPasswordLightly()
  return world.db.transaction(async (tx) => {
    const channel = await firstChannel(tx, { isDemo: false })
    const person = { isDemo: false, email, emailVerifiedAt: at, passwordHash, language: 'en' as const, at, ...input }
    const ownerId = await openPerson(tx, person)
    const { id, cashId } = await openAgent(tx, {
      ownerId,
      channelId: channel.id,
      currencyCode: channel.currencyCode,
      status: 'pending',
      isDemo: false,
      firstName: 'Aziza',
      lastName: 'Karimova',
      phone: '+998901112233',
      messenger: 'telegram',
      messengerId: '@aziza',
      countryCode: 'UZ',
      geo: TASHKENT,
      geoArea: WHOLE_EARTH_M,
      at,
      ...input,
    })
    if (float !== undefined) await giveFloat(tx, id, channel.currencyCode, parseMinor(float) ?? 0n, at)
    const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'en' as const }
    return {
      id,
      cashId,
      email: input.email ?? email,
      token: await openSession(tx, world.clock, id, { remember: false, caller, device: {} }),
    }
  })
}

async function giveFloat(tx: Tx, agentId: string, asset: string, amount: bigint, at: Date) {
  await postMovement(tx, {
    kind: 'adjustment',
    reference: agentId,
    from: await openAccount(tx, { kind: 'adjustment', asset }),
    to: await openAccount(tx, { agentId, kind: 'float', asset, floor: 0n }),
    amount,
    reason: 'for a test',
    at,
  })
}

/** Their owner becomes a new person, who tries the demo. */
export const makeDemo = (world: World, agentId: string) =>
  world.db.execute(sql`
    with visitor as (
      insert into person (id, email, is_demo, email_verified_at, password_hash, created_at)
      select gen_random_uuid(), email, true, email_verified_at, '', now() from person join agent on agent.owner_id = person.id
      where agent.id = ${agentId} returning id)
    update agent set is_demo = true, owner_id = visitor.id from visitor where agent.id = ${agentId}`)
