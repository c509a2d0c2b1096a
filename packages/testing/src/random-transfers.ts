import { parseMinor, receivedAmount } from '@cashbox/contract'
import { col, type Database, type RowOf, sql } from '@cashbox/postgres/database'
import type { TronChain } from '@cashbox/sandbox'
import { formatUnits } from '@cashbox/server/ledger/units'
import type { TopupAgent } from './tron-world.ts'

const USDT = 1_000_000n
const MINIMUM = 10n * USDT
const RATE = '12650.50'

export type Random = () => number

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1))
export const oneOf = <T>(random: Random, choices: readonly [T, ...T[]]): T =>
  choices[between(random, 0, choices.length - 1)] ?? choices[0]

interface Expected {
  readonly agent: TopupAgent
  readonly units: bigint
}

/** Sends random transfers, and keeps what must come of them. */
export function createSender(chain: TronChain, agents: readonly [TopupAgent, ...TopupAgent[]], random: Random) {
  const expected = new Map<string, Expected>()
  let transfers = 0

  const largeSum = () => MINIMUM + BigInt(between(random, 0, 490_000_000))
  const smallSum = () => BigInt(between(random, 1, Number(MINIMUM) - 1))
  const usual = () => {
    const agent = oneOf(random, agents)
    return { agent, to: agent.address, units: random() < 0.15 ? smallSum() : largeSum(), token: 'usdt' as const }
  }
  const odd = () =>
    oneOf(random, [
      { ...usual(), units: 0n },
      { ...usual(), token: 'fake' as const },
      // No agent's address.
      { ...usual(), to: chain.contracts.fake },
    ])

  return {
    expected,
    transfers: () => transfers,
    async send() {
      const count = random() < 0.2 ? between(random, 2, 6) : 1
      const fails = random() < 0.06
      const batch = Array.from({ length: count }, () => (random() < 0.2 ? odd() : usual()))
      const txid = await chain.sendMany(batch, { fails })
      transfers += batch.length
      for (const [log, { agent, to, units, token }] of batch.entries()) {
        if (fails || units === 0n || token === 'fake' || to !== agent.address) continue
        expected.set(`sandbox:${txid}:${log}`, { agent, units })
      }
    },
  }
}

const columns = {
  reference: col.text,
  agent_id: col.uuid,
  state: col.text,
  reason: col.nullable(col.text),
  coin: col.text,
  units: col.text,
  received: col.nullable(col.int8),
  finished_at: col.nullable(col.timestamptz),
}
type Row = RowOf<typeof columns>

const isSettled = ({ state, reason }: Row, { units }: Expected) =>
  state === 'credited' || (units < MINIMUM && state === 'held' && reason === 'below_minimum')

/** What is not yet, or not at all, as it must be after everything that was sent. */
export async function findDifferences(db: Database, expected: ReadonlyMap<string, Expected>): Promise<string[]> {
  const rows = await db.query(
    sql`select reference, agent_id, state, reason, coin, units::text as units, received, finished_at from topup`,
    columns,
  )
  const usdt = new Map(rows.filter(({ coin }) => coin === 'USDT').map((row) => [row.reference, row]))
  const differences = [...expected].flatMap(([reference, sent]) => {
    const row = usdt.get(reference)
    if (!row) return [`${reference}: not seen`]
    if (!isSettled(row, sent)) return [`${reference}: ${row.state} ${row.reason ?? ''} ${sent.units}`]
    if (row.agent_id !== sent.agent.id || BigInt(row.units) !== sent.units) return [`${reference}: of another`]
    const right = parseMinor(receivedAmount(formatUnits(sent.units, 6), RATE, '0') ?? '')
    return row.state === 'credited' && row.received !== right ? [`${reference}: ${row.received}, not ${right}`] : []
  })
  const unexpected = rows.filter(
    ({ reference, coin, reason }) => !expected.has(reference) && !(coin === '?' && reason === 'wrong_token'),
  )
  return [
    ...differences,
    ...unexpected.map(({ reference, state }) => `${reference}: ${state} out of nothing`),
    ...(await findWrongSums([...usdt.values()], [...new Set([...expected.values()].map(({ agent }) => agent))])),
  ]
}

const total = (rows: readonly Row[]) => rows.reduce((sum, { units }) => sum + BigInt(units), 0n)

/** Floats to the cent, and the rule of small sums: no group below the minimum, and less than it left over. */
async function findWrongSums(rows: readonly Row[], agents: readonly TopupAgent[]): Promise<string[]> {
  const wrong: string[] = []
  for (const agent of agents) {
    const own = rows.filter(({ agent_id }) => agent_id === agent.id)
    const credited = own.filter(({ state }) => state === 'credited')
    const received = credited.reduce((sum, row) => sum + (row.received ?? 0n), 0n)
    if ((await agent.float()) !== received) wrong.push(`${agent.name}: the float is not ${received}`)
    const small = credited.filter(({ units }) => BigInt(units) < MINIMUM)
    for (const group of Map.groupBy(small, ({ finished_at }) => finished_at?.getTime()).values()) {
      if (total(group) < MINIMUM) wrong.push(`${agent.name}: ${total(group)} credited by themselves`)
    }
    const left = total(own.filter(({ state }) => state === 'held'))
    if (left >= MINIMUM) wrong.push(`${agent.name}: ${left} still held`)
  }
  return wrong
}
