/**
 * Kills and slows parts of a network under load, and fails if anything is lost, doubled or missed.
 *
 *   npm run chaos                                all parts but the last, in about five minutes
 *   npm run chaos -- failover                    one part, or several
 *   npm run chaos -- kills --seed 42 --kills 3   in the order of seed 42, three of each
 *   npm run chaos -- move --rounds 10            moves to another PostgreSQL and back, with a kill in each phase
 */

import { setTimeout as wait } from 'node:timers/promises'
import { endWithUsage, readCommandLine } from '@cashbox/testing/command-line'
import { operatorOf } from '@cashbox/testing/operator-client'
import fc from 'fast-check'
import { finish, print } from '../common/report.ts'
import { judge, settle } from './judge.ts'
import { type ChaosLoad, startLoad } from './load.ts'
import { type ChaosNetwork, openNetwork, victims } from './network.ts'

const FLOWS_AGAIN_WITHIN_MS = 60_000
const MORE = 5
const SHORTEST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1_500

/** In an order that is the same for the same seed. */
const shuffled = <T>(items: readonly T[]): T[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 }).flat()

const failures: string[] = []
const waits = new Map<string, number[]>()

/** Does harm, and measures the time until agents confirm again, while what was harmed is repaired. */
async function harm(load: ChaosLoad, what: string, act: () => Promise<() => Promise<unknown>>) {
  const started = performance.now()
  const repair = await act()
  const [hasFlowed] = await Promise.all([
    load.flows(MORE, FLOWS_AGAIN_WITHIN_MS).then((flowed) => {
      const tookMs = Math.round(performance.now() - started)
      waits.set(what, [...(waits.get(what) ?? []), tookMs])
      print(`${what}: ${MORE} confirmations after ${tookMs} ms, ${load.confirmed.length} so far`)
      return flowed
    }),
    repair(),
  ])
  if (!hasFlowed) failures.push(`nothing was confirmed after: ${what}`)
}

const parts = {
  async kills(network: ChaosNetwork, load: ChaosLoad) {
    const each = victims.flatMap((victim) => Array.from({ length: kills }, () => victim))
    for (const victim of shuffled(each)) {
      await wait(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
      await harm(load, `${victim} killed`, () => network.kill(victim))
    }
  },
  /** An operator's export of everything, read as slowly as a bad line does, from the process with the foreign replica. */
  async 'slow-list'({ urls }: ChaosNetwork, load: ChaosLoad) {
    const [, url = ''] = urls
    const operator = await operatorOf(url, 'admin')
    const response = await fetch(`${url}/operator/v1/exports/transactions?format=csv`, {
      headers: { cookie: operator.cookie() },
    })
    const reader = response.body?.getReader()
    await reader?.read()
    await harm(load, 'slow list', async () => async () => {})
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) await wait(1)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (response.status !== 200 || !metrics.includes('cashbox_replica_reads_total{from="primary_foreign"}'))
      failures.push(`a list with the replica of another network answered ${response.status}`)
  },
  async switchover(network: ChaosNetwork, load: ChaosLoad) {
    await harm(load, 'primary read-only, standby promoted', network.switchOver)
    await network.rebuildStandby()
  },
  async failover(network: ChaosNetwork, load: ChaosLoad) {
    await harm(load, 'primary lost, standby promoted', network.failOver)
    await network.rebuildStandby()
  },
  async move(network: ChaosNetwork, load: ChaosLoad) {
    const stops: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const { killed, stoodStillS, output } = await network.move()
      const hasFlowed = await load.flows(MORE, FLOWS_AGAIN_WITHIN_MS)
      print(`move ${round}, ${killed}: stopped for ${stoodStillS} s`)
      stops.push(stoodStillS)
      if (!hasFlowed) failures.push(`nothing was confirmed after move ${round}:\n${output}`)
    }
    print(`${rounds} moves: stopped for ${Math.max(...stops)} s at most`)
  },
}
const names = Object.keys(parts) as (keyof typeof parts)[]
/** It takes as long as all others together. */
const OWN_RUN = 'move'

const USAGE = `npm run chaos -- [${names.join(' | ')}] [--seed NUMBER] [--kills NUMBER] [--rounds NUMBER]
  Breaks a network under load, and fails on what is lost or doubled. Without a name: all but ${OWN_RUN}.
  --seed    repeats a run
  --kills   how often each process is killed; 3
  --rounds  how often the network moves there and back; 10`

const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    kills: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '10' },
  },
})
const [seed, kills, rounds] = [Number(values.seed), Number(values.kills), Number(values.rounds)]
const isKnown = positionals.every((name) => names.some((one) => one === name))
if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 1 || !(rounds >= 1) || !isKnown) endWithUsage(USAGE)
const chosen =
  positionals.length === 0
    ? names.filter((name) => name !== OWN_RUN)
    : names.filter((name) => positionals.includes(name))

const network = await openNetwork()
try {
  print(`Seed ${seed}: ${chosen.join(', ')}`)
  const load = startLoad(network)
  await load.flows(MORE, FLOWS_AGAIN_WITHIN_MS)
  for (const name of chosen) await parts[name](network, load)
  await load.stop()
  await settle(network, load)
  failures.push(...(await judge(network, load)))
  for (const [what, all] of waits) print(`${what.padEnd(36)}slowest ${Math.max(...all)} ms of ${all.length}`)
  if (failures.length > 0) for (const words of new Set(network.endedWorkers())) print(`a worker ended: ${words}`)
} finally {
  await network.close()
}
finish({ seed, findings: failures.length }, failures)
