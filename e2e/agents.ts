import { randomBytes } from 'node:crypto'
import { type AgentStatus, parseMinor } from '@cashbox/contract'
import { col, only, sql, type Tx } from '@cashbox/postgres/database'
import { firstChannel, openAgent } from '@cashbox/server/agents/open-agent'
import { openPerson } from '@cashbox/server/agents/person'
import { openAccount, postMovement } from '@cashbox/server/ledger/movements'
import { confirmGroup, hashSecurityCode } from '@cashbox/server/payments/confirm-payment'
import {
  newSecurityCode,
  newTransactionId,
  openTransactions,
} from '@cashbox/server/payments/transactions/open-transaction'
import type { Keyring } from '@cashbox/server/platform/secrets/keyring'
import { hashPasswordLightly } from '@cashbox/testing/postgres/template'
import type { World } from '@cashbox/testing/world'
import { uuidv7 } from 'uuidv7'

const PASSWORD = 'Cashbox1!'
const TASHKENT = { lat: 41.2995, lon: 69.2401 }
const WHOLE_EARTH_M = 20_100_000

export interface AgentOptions {
  readonly status?: AgentStatus
  readonly isDemo?: boolean
  readonly note?: string
  readonly fullName?: string
  /** Their point; by default the place where phones are. */
  readonly geo?: { readonly lat: number; readonly lon: number }
  /** In metres; by default the whole Earth. */
  readonly geoArea?: number
  /** What is on their float in the end, such as '1250.00'. */
  readonly float?: string
  /** How many transactions they have confirmed this month; two of three are deposits. */
  readonly history?: number
  readonly isEmailVerified?: boolean
}

export interface Agent {
  readonly id: string
  readonly cashId: string
  readonly email: string
  readonly password: string
  /** Of a session of theirs; empty while the e-mail address is not verified. */
  readonly token: string
}

const passwordHash = hashPasswordLightly()

/** An agent of one's own, in the first channel or, as a demo, in the demo channel. */
export async function makeAgent(world: World, options: AgentOptions = {}): Promise<Agent> {
  const name = `agent-${randomBytes(5).toString('hex')}`
  const now = world.clock.now()
  const hash = await passwordHash
  const opened = await world.db.transaction(async (tx) => {
    const agent = await open(tx, options, `${name}@cashbox.test`, hash, now)
    if (options.history) await writeHistory(tx, world.keyring, agent, options, now)
    await setFloat(tx, agent, parseMinor(options.float ?? '5000000.00') ?? 0n, now)
    return agent
  })
  return {
    id: opened.id,
    cashId: opened.cashId,
    email: `${name}@cashbox.test`,
    password: PASSWORD,
    token: options.isEmailVerified === false ? '' : await world.logIn(name),
  }
}

interface Opened {
  readonly id: string
  readonly cashId: string
  readonly channelId: string
  readonly asset: string
}

async function open(tx: Tx, options: AgentOptions, email: string, hash: string, at: Date): Promise<Opened> {
  const { status = 'approved', isDemo = false, note, fullName = 'Aziza Karimova', geoArea = WHOLE_EARTH_M } = options
  const channel = await firstChannel(tx, { isDemo })
  const [firstName = '', ...rest] = fullName.split(' ')
  const emailVerifiedAt = options.isEmailVerified === false ? null : at
  const person = { email, isDemo, emailVerifiedAt, passwordHash: hash, language: 'en', at } as const
  const { id, cashId } = await openAgent(tx, {
    ownerId: await openPerson(tx, person),
    channelId: channel.id,
    currencyCode: channel.currencyCode,
    status,
    ...(note === undefined ? {} : { note }),
    isDemo,
    firstName,
    lastName: rest.join(' '),
    phone: '+998901234567',
    messenger: 'telegram',
    messengerId: '@aziza',
    countryCode: 'UZ',
    city: 'Tashkent',
    street: 'Amir Temur 1',
    geo: options.geo ?? TASHKENT,
    geoArea,
    at,
  })
  return { id, cashId, channelId: channel.id, asset: channel.currencyCode }
}

/** Sets the float by an adjustment from outside. */
async function setFloat(tx: Tx, { id, asset }: Opened, wanted: bigint, at: Date) {
  const floatId = await openAccount(tx, { agentId: id, kind: 'float', asset, floor: 0n })
  const { balance } = only(
    await tx.query(sql`select balance from account where id = ${floatId}`, { balance: col.int8 }),
  )
  if (balance === wanted) return
  const source = await openAccount(tx, { kind: 'adjustment', asset })
  const [from, to] = wanted > balance ? [source, floatId] : [floatId, source]
  const amount = wanted > balance ? wanted - balance : balance - wanted
  await postMovement(tx, { kind: 'adjustment', reference: uuidv7(), from, to, amount, reason: 'float of a test', at })
}

const DAY_MS = 24 * 60 * 60 * 1000
const GROUP = 500
const PLAYERS = 40

/** Evenly from the first of the month (UTC) until now, through the same function as everything else. */
async function writeHistory(tx: Tx, keyring: Keyring, agent: Opened, options: AgentOptions, now: Date) {
  const count = options.history ?? 0
  const { id: partnerId } = only(
    await tx.query(sql`select id from partner where code = ${options.isDemo ? 'demo' : 'sandbox'}`, {
      id: col.uuid,
    }),
  )
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const past = Array.from({ length: count }, (_, index) => ({
    type: index % 3 === 2 ? ('withdraw' as const) : ('deposit' as const),
    amount: BigInt(10 + (index % 90)) * 1_000n + BigInt(index % 100),
    at: new Date(start + Math.floor(((now.getTime() - start) * (index + 0.5)) / count)),
    playerId: String(48_210_000 + (index % PLAYERS)),
    transactionId: newTransactionId(),
    securityCode: newSecurityCode(),
  }))
  await setFloat(
    tx,
    agent,
    past.reduce((sum, { amount }) => sum + amount, 0n),
    new Date(start - DAY_MS),
  )
  const { lat, lon } = options.geo ?? TASHKENT
  for (let from = 0; from < count; from += GROUP) {
    const group = past.slice(from, from + GROUP)
    await openTransactions(
      tx,
      keyring,
      group.map((one) => ({
        ...one,
        partnerId,
        channelId: agent.channelId,
        agentId: agent.id,
        createdAt: new Date(one.at.getTime() - 60_000),
        expiresAt: new Date(one.at.getTime() + DAY_MS),
      })),
    )
    const judged = await confirmGroup(
      tx,
      group.map((one) => ({
        agent_id: agent.id,
        type: one.type,
        transaction_id: one.transactionId,
        amount: one.amount.toString(),
        code_hash: hashSecurityCode(keyring, one.transactionId, one.securityCode),
        lat,
        lon,
        at: one.at,
      })),
    )
    const refused = judged.find(({ outcome }) => outcome !== 'confirmed')
    if (refused) throw new Error(`history was refused: ${refused.outcome}`)
  }
}
