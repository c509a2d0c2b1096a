import { setTimeout as wait } from 'node:timers/promises'
import { type ChaosLoad, startLoad } from './load.ts'
import { type ChaosNetwork, openNetwork, victims } from './network.ts'

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** In an order that the seed decides. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items]
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T)
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const FLOWS_AGAIN_WITHIN_MS = 60_000
const MORE = 5
const SHORTEST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1_500
/** A killed worker keeps what it had taken for a minute; watching and retries come on top. */
const SETTLED_WITHIN_MS = 240_000

/** `npm run chaos -- 42` repeats the order of seed 42; `npm run chaos -- 42 3` kills each three times. */
const [seedText = String(Date.now() % 100_000), killsText = '10'] = process.argv.slice(2)
const [seed, kills] = [Number(seedText), Number(killsText)]
if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 1) throw new Error('which seed, and how many kills?')
const random = seededRandom(seed)

/** What is wrong after all of it, in words. */
async function judge(network: ChaosNetwork, { confirmed, sent, findings }: ChaosLoad): Promise<string[]> {
  const rows = await network.query<{ id: string; count: string }>(
    'select transaction_id as id, count(*) from confirmation where transaction_id = any($1) group by 1',
    [confirmed],
  )
  const lost = confirmed.length - rows.length
  const doubled = rows.filter(({ count }) => count !== '1').length
  const strangers = await network.query<{ id: string }>(
    `select transaction_id as id from confirmation where transaction_id ~ '^B[0-9]{1,5}$' and not transaction_id = any($1)`,
    [confirmed],
  )
  const credited = await network.query<{ txid: string; count: string }>(
    `select txid, count(*) from topup where txid = any($1) and state = 'credited' group by txid`,
    [sent],
  )
  const unsent = confirmed.filter((id) => !network.arrived.has(id)).length
  const verified = await network.verify()
  return [
    ...new Set(findings),
    ...(lost > 0 ? [`${lost} confirmations were answered with success and are not there`] : []),
    ...(doubled > 0 ? [`${doubled} transactions were confirmed twice`] : []),
    ...(strangers.length > 0 ? [`${strangers.length} confirmations are there whose answer never came`] : []),
    ...(credited.length < sent.length ? [`${sent.length - credited.length} top-ups were not credited`] : []),
    ...(credited.some(({ count }) => count !== '1') ? ['a top-up was credited twice'] : []),
    ...(unsent > 0 ? [`the partner got no event for ${unsent} confirmations`] : []),
    ...(verified.code === 0 ? [] : [`verify:\n${verified.output}`]),
  ]
}

/** Until every event has arrived and every top-up is credited, or that takes too long. */
async function settle(network: ChaosNetwork, { confirmed, sent }: ChaosLoad) {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < deadline) {
    const [row] = await network.query<{ count: string }>(
      `select count(*) from topup where txid = any($1) and state = 'credited'`,
      [sent],
    )
    if (Number(row?.count) >= sent.length && confirmed.every((id) => network.arrived.has(id))) return
    await wait(1_000)
  }
}

const network = await openNetwork()
let failures: string[] = []
try {
  print(`Seed ${seed}: ${kills} kills each of ${victims.join(', ')}.`)
  const load = startLoad(network)
  const order = shuffled(
    victims.flatMap((victim) => Array.from({ length: kills }, () => victim)),
    random,
  )
  const slowest = new Map<string, number>()
  for (const [index, victim] of order.entries()) {
    await wait(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
    const started = performance.now()
    await network.kill(victim)
    if (!(await load.flows(MORE, FLOWS_AGAIN_WITHIN_MS)))
      failures.push(`nothing was confirmed after ${victim} was killed`)
    const tookMs = Math.round(performance.now() - started)
    slowest.set(victim, Math.max(slowest.get(victim) ?? 0, tookMs))
    print(
      `${index + 1}/${order.length} ${victim} killed; confirming again after ${tookMs} ms, ${load.confirmed.length} so far`,
    )
  }
  await load.stop()
  await settle(network, load)
  failures = [...failures, ...(await judge(network, load))]
  const repeats = [...network.arrived.values()].reduce((sum, count) => sum + count - 1, 0)
  print(
    JSON.stringify({
      seed,
      kills: order.length,
      confirmed: load.confirmed.length,
      topUps: load.sent.length,
      unanswered: load.unanswered(),
      eventsSentAgain: repeats,
      workersStartedAgain: network.endedWorkers.length,
      slowestReturnMs: Object.fromEntries(slowest),
      findings: failures.length,
    }),
  )
  for (const failure of failures) print(`FAILED ${failure}`)
  if (failures.length > 0) for (const words of new Set(network.endedWorkers)) print(`a worker ended: ${words}`)
} finally {
  await network.close()
}
process.exitCode = failures.length === 0 ? 0 : 1
