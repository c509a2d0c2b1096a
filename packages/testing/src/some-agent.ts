import { randomBytes } from 'node:crypto'
import { type Language, parseMinor } from '@cashbox/contract'
import { sql, type Tx } from '@cashbox/postgres/database'
import { openSession } from '@cashbox/server/access/sessions'
import { firstChannel, type NewAgent, openAgent } from '@cashbox/server/agents/open-agent'
import { openAccount, postMovement } from '@cashbox/server/ledger/movements'
import { hashPasswordLightly } from './postgres/template.ts'
import type { World } from './world.ts'

const TASHKENT = { lat: 41.2995, lon: 69.2401 }
const WHOLE_EARTH_M = 20_100_000

interface Input extends Partial<NewAgent> {
  /** What is on their float, such as '100.00'; by default nothing, and no money has ever moved. */
  readonly float?: string
}

/** In SQL: the agent who logs in with this address. */
export const agentOf = (email: string) => sql`(select id from agent where email = ${email} order by is_demo limit 1)`

/** An agent of the test's own, in the first channel, with a session and the password of all samples. By default pending. */
export async function someAgent(world: World, { float, ...input }: Input = {}) {
  const at = world.clock.now()
  const email = `agent-${randomBytes(5).toString('hex')}@cashbox.test`
  const passwordHash = await hashPasswordLightly()
  return world.db.transaction(async (tx) => {
    const channel = await firstChannel(tx, { isDemo: false })
    const { id, cashId } = await openAgent(tx, {
      channelId: channel.id,
      currencyCode: channel.currencyCode,
      status: 'pending',
      isDemo: false,
      email,
      emailVerifiedAt: at,
      passwordHash,
      firstName: 'Aziza',
      lastName: 'Karimova',
      phone: '+998901112233',
      messenger: 'telegram',
      messengerId: '@aziza',
      countryCode: 'UZ',
      geo: TASHKENT,
      geoArea: WHOLE_EARTH_M,
      language: 'en' satisfies Language,
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
