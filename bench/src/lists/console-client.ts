import { readFileSync } from 'node:fs'
import { operatorOf } from '@cashbox/testing/operator-client'
import { median } from '../common/measurement.ts'
import { METRICS } from './calls.ts'
import type { Read } from './plans.ts'

export type ConsoleClient = Awaited<ReturnType<typeof logIn>>

/** Calls as the console makes them, with the cookie of an admin of the sandbox. */
export async function logIn(server: string) {
  const admin = await operatorOf(server, 'admin')
  const headers = { cookie: admin.cookie() }
  const get = (path: string) => fetch(`${server}${path === METRICS ? '' : '/operator/v1'}${path}`, { headers })
  return {
    get,
    /** How long a call took, and how many things were on the list. */
    async time(path: string): Promise<{ ms: number; shown: number | null }> {
      const started = performance.now()
      const answer = await get(path)
      const text = await answer.text()
      const ms = performance.now() - started
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      if (path === METRICS) return { ms, shown: null }
      const { payload } = JSON.parse(text) as { payload: { list?: unknown[] } }
      return { ms, shown: payload.list?.length ?? null }
    },
  }
}

/** So often that PostgreSQL has decided whether it keeps a plan, which it does at the sixth time. */
const TURNS = 7

/** One call to warm up, and then several, each beside a look-up of one thing by its key, which the ratio is to. */
export async function timeCall(client: ConsoleClient, path: string, lookUp: string) {
  const { shown } = await client.time(path)
  const times: number[] = []
  const lookUps: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.push((await client.time(path)).ms)
    lookUps.push((await client.time(lookUp)).ms)
  }
  return { medianMs: median(times), worstMs: Math.max(...times), ratio: median(times) / median(lookUps), shown }
}

/** What a call reads. Only tables of some size count: a small one is best read as it is. */
export async function planCall(
  client: ConsoleClient,
  path: string,
  plans: { take(): Read[] },
  largeTables: ReadonlySet<string>,
) {
  const turns: Read[][] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    plans.take()
    await client.time(path)
    turns.push(plans.take().filter(({ table }) => largeTables.has(table)))
  }
  const reads = turns.flat()
  return {
    /** The most that one call read. */
    rowsRead: Math.max(...turns.map((turn) => turn.reduce((sum, { rows }) => sum + rows, 0))),
    sequential: [...new Set(reads.filter(({ isSequential }) => isSequential).map(({ table }) => table))],
    indexes: [...new Set(reads.flatMap(({ index }) => index ?? []))].toSorted(),
  }
}

const LOOK_EVERY_MS = 100

const megabytesOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Takes a whole file, and watches meanwhile how large the server's process is. */
export async function measureExport(client: ConsoleClient, pid: number, path: string) {
  const sizes: number[] = []
  const watch = setInterval(() => sizes.push(megabytesOf(pid)), LOOK_EVERY_MS)
  const started = performance.now()
  let bytes = 0
  try {
    const answer = await client.get(path)
    if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`)
    for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - started) / 1000
  const third = Math.floor(sizes.length / 3)
  // The audit says how many rows the last file had.
  const audit = await (await client.get('/audit?action=export.end&limit=1')).json()
  const { list } = (audit as { payload: { list: { after: { rows: number } }[] } }).payload
  return {
    rows: list[0]?.after.rows ?? 0,
    bytes,
    seconds,
    peakMb: Math.max(...sizes),
    /** How much larger the server was in the last third than in the second one. */
    growthMb: median(sizes.slice(-third)) - median(sizes.slice(third, 2 * third)),
  }
}
