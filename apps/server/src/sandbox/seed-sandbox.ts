import type { AgentStatus } from '@cashbox/contract'
import { type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { sql, type Tx } from '@cashbox/postgres/database'
import { takeLock } from '@cashbox/postgres/network'
import type { SandboxAccount } from '@cashbox/sandbox'
import { uuidv7 } from 'uuidv7'
import { hashPassword } from '../access/passwords.ts'
import { firstChannel, openAgent } from '../agents/open-agent.ts'
import { openPerson } from '../agents/person.ts'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { prepareDemo, writeSampleHistory } from '../payments/sample-history.ts'
import type { Clock } from '../platform/clock.ts'
import { noteMilestone } from '../platform/milestones.ts'
import type { Services } from '../platform/services.ts'

interface SeededAgent {
  readonly name: string
  readonly what: string
  readonly status: AgentStatus
  readonly geoArea: number
  readonly note?: string
  readonly isDemo?: boolean
}

const PASSWORD = 'Cashbox1!'

const TASHKENT = { lat: 41.2995, lon: 69.2401 }

/** Half the circumference of the Earth and a little more, so that every location is inside. */
const WHOLE_EARTH_M = 20_100_000

const agents: readonly SeededAgent[] = [
  {
    name: 'approved',
    what: 'Approved, anywhere on Earth, six months of history',
    status: 'approved',
    geoArea: WHOLE_EARTH_M,
  },
  { name: 'fenced', what: 'Approved, only within 300 m of 41.2995, 69.2401', status: 'approved', geoArea: 300 },
  { name: 'pending', what: 'Waiting for approval', status: 'pending', geoArea: WHOLE_EARTH_M },
  {
    name: 'rejected',
    what: 'Rejected, with a note',
    status: 'rejected',
    geoArea: WHOLE_EARTH_M,
    note: 'The address could not be confirmed. Please send a photo of your point.',
  },
  {
    name: 'suspended',
    what: 'Suspended, with a note',
    status: 'suspended',
    geoArea: WHOLE_EARTH_M,
    note: 'Your documents have expired. Please contact your manager.',
  },
  { name: 'blocked', what: 'Blocked', status: 'blocked', geoArea: WHOLE_EARTH_M },
  { name: 'demo', what: 'Demo, with samples to confirm', status: 'approved', geoArea: 0, isDemo: true },
]

const duties: Readonly<Record<OperatorRole, string>> = {
  support: 'Helps agents',
  finance: 'Moves and reconciles money',
  risk: 'Watches for fraud and stops it',
  admin: 'Manages settings and access',
}

/** One of each role, and a second admin, because some changes of an admin need another admin. */
const sandboxOperators = [
  ...operatorRoles.map((role) => ({
    email: `${role}@cashbox.test`,
    name: `Sandbox ${role}`,
    role,
    what: duties[role],
  })),
  {
    email: 'admin2@cashbox.test',
    name: 'Sandbox second admin',
    role: 'admin' as const,
    what: 'Approves what the first admin asks for',
  },
]

export const operatorAccounts: readonly SandboxAccount[] = sandboxOperators.map(({ email, what }) => ({
  email,
  password: PASSWORD,
  what,
}))

export const sandboxAccounts: readonly SandboxAccount[] = agents.map(({ name, what }) => ({
  email: `${name}@cashbox.test`,
  password: PASSWORD,
  what,
}))

/** Daily files of this time are there from the start, so that a newcomer sees some. */
const SAMPLE_FILES_MS = 3 * 24 * 60 * 60 * 1000

const OPENING_FLOAT = 500_000_000n

const MOST_OPEN = 99_999_999_999_999n

const HISTORY = { perDay: 4, unit: 500_000n }

/** A network to try everything on. Does nothing when there is one already. */
export async function seedSandbox(
  { db, clock, keyring, log }: Pick<Services, 'db' | 'clock' | 'keyring' | 'log'>,
  { hasSettlement = false }: { readonly hasSettlement?: boolean } = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await takeLock(tx, 'seed')
    if ((await tx.execute(sql`select 1 from channel where not is_demo limit 1`)) > 0) return
    log.info('seeding the sandbox')
    const passwordHash = await hashPassword(PASSWORD)
    const channels = await seedNetwork(tx, clock)
    for (const { email, name, role } of sandboxOperators) {
      await tx.execute(sql`
        insert into operator (id, email, name, role, password_hash, created_at)
        values (${uuidv7()}, ${email}, ${name}, ${role}, ${passwordHash}, ${clock.now()}) on conflict do nothing`)
    }
    // What the sandbox lacks of it is meant to be lacking.
    await noteMilestone(tx, 'checklist_hidden', clock.now(), 'sandbox')
    for (const agent of agents)
      await seedAgent(tx, { clock, keyring, passwordHash, hasEvents: hasSettlement }, agent, channels)
    if (hasSettlement) {
      const now = clock.now()
      await tx.execute(sql`
        insert into position_count (partner_id, period, closes_at)
        values (${channels.partnerId}, 'month', ${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))})`)
    }
  })
}

async function seedNetwork(tx: Tx, clock: Clock) {
  const addChannel = async (code: string, name: string, currency: string, fees: [number, number]) => {
    const id = uuidv7()
    await tx.execute(sql`
      insert into channel (id, code, name, currency_code) values (${id}, ${code}, ${name}, ${currency})`)
    await tx.execute(sql`
      insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
      values (${id}, 'epoch', ${fees[0]}, ${fees[1]})`)
    return id
  }
  const main = await addChannel('tashkent', 'Tashkent', 'UZS', [200, 150])
  await addChannel('istanbul', 'Istanbul', 'TRY', [180, 125])
  const rates = { 'USDT UZS': '12650.50', 'USD UZS': '12610.00', 'USDT TRY': '41.3725', 'USD TRY': '41.2810' }
  for (const [pair, rate] of Object.entries(rates)) {
    const [coin, currency] = pair.split(' ')
    await tx.execute(sql`
      insert into rate (coin, currency_code, rate, checked_rate, set_at)
      values (${coin}, ${currency}, ${rate}, ${rate}, ${clock.now()})`)
  }
  const settings = {
    partner_name: 'Cashbox',
    telegram_link: 'https://t.me/cashbox_support',
    // The most that one operator may move alone.
    approval_limits: { UZS: '1000000.00', TRY: '5000.00', USDT: '100.00', USD: '100.00' },
  }
  for (const [key, value] of Object.entries(settings)) {
    await tx.execute(sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`)
  }
  const partnerId = uuidv7()
  await tx.execute(sql`
    insert into partner (id, code, name, files_from) values (${partnerId}, 'sandbox', 'Sandbox player service',
      ${new Date(clock.now().getTime() - SAMPLE_FILES_MS)}::timestamptz at time zone 'UTC')`)
  // Benchmarks open more in a minute than a network does in a day.
  await tx.execute(sql`
    insert into partner_position (partner_id, currency_code, max_open, max_per_day)
    select distinct ${partnerId}::uuid, currency_code, ${MOST_OPEN}::bigint, ${MOST_OPEN}::bigint from channel where not is_demo`)
  const demo = await firstChannel(tx, { isDemo: true })
  return { main: { id: main, currencyCode: 'UZS' }, demo, partnerId }
}

async function seedAgent(
  tx: Tx,
  {
    clock,
    keyring,
    passwordHash,
    hasEvents,
  }: Pick<Services, 'clock' | 'keyring'> & {
    readonly passwordHash: string
    readonly hasEvents: boolean
  },
  { name, status, geoArea, note, isDemo = false }: SeededAgent,
  { main, demo, partnerId }: Awaited<ReturnType<typeof seedNetwork>>,
) {
  const now = clock.now()
  const channel = isDemo ? demo : main
  const email = `${name}@cashbox.test`
  const language = 'en'
  const ownerId = await openPerson(tx, { email, isDemo, emailVerifiedAt: now, passwordHash, language, at: now })
  const { id } = await openAgent(tx, {
    ownerId,
    channelId: channel.id,
    currencyCode: channel.currencyCode,
    status,
    ...(note ? { note } : {}),
    isDemo,
    firstName: name.charAt(0).toUpperCase() + name.slice(1),
    lastName: 'Agent',
    phone: '+998901234567',
    messenger: 'telegram',
    messengerId: `@${name}_agent`,
    countryCode: 'UZ',
    city: 'Tashkent',
    street: 'Amir Temur 1',
    ...(isDemo ? {} : { geo: TASHKENT }),
    geoArea,
    at: now,
  })
  if (isDemo) return prepareDemo({ clock, keyring })(tx, id)
  if (name === 'approved') await writeSampleHistory(tx, { keyring, agentId: id, partnerId, now, hasEvents, ...HISTORY })
  await giveFloat(tx, id, now)
}

async function giveFloat(tx: Tx, agentId: string, at: Date) {
  await postMovement(tx, {
    kind: 'adjustment',
    reference: agentId,
    from: await openAccount(tx, { kind: 'adjustment', asset: 'UZS' }),
    to: await openAccount(tx, { agentId, kind: 'float', asset: 'UZS', floor: 0n }),
    amount: OPENING_FLOAT,
    reason: 'opening float of a sandbox agent',
    at,
  })
}
