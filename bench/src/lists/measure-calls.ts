import { execFileSync } from 'node:child_process'
import { median } from '../measurement.ts'
import { type Call, METRICS } from './calls.ts'
import type { Read } from './plan-listener.ts'

/** Calls as the console makes them, with the cookie of an admin of the sandbox. */
export async function logIn(port: number) {
  const server = `http://127.0.0.1:${port}`
  const base = `${server}/operator/v1`
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cashbox-console': '1' },
    body: JSON.stringify({ email: 'admin@cashbox.test', password: 'Cashbox1!' }),
  })
  if (!response.ok) throw new Error(`the log-in failed: ${response.status} ${await response.text()}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const get = (path: string) => fetch(path === METRICS ? `${server}${path}` : `${base}${path}`, { headers: { cookie } })
  return {
    get,
    /** How long a call took, and how many things were on the list. */
    async time(path: string): Promise<{ ms: number; rows: number | null }> {
      const started = performance.now()
      const answer = await get(path)
      const text = await answer.text()
      const ms = performance.now() - started
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      if (path === METRICS) return { ms, rows: null }
      const { payload } = JSON.parse(text) as { payload: { list?: unknown[] } }
      return { ms, rows: payload.list?.length ?? null }
    },
  }
}

export type ConsoleClient = Awaited<ReturnType<typeof logIn>>

/** So often that PostgreSQL has decided whether it keeps a plan, which it does at the sixth time. */
const TURNS = 7

export type Timed = Awaited<ReturnType<typeof timeCall>>

/** One call to warm up, and then several, each beside a look-up of one thing by its key, which the ratio is to. */
export async function timeCall(client: ConsoleClient, { path }: Call, lookUp: string) {
  const { rows } = await client.time(path)
  const times: number[] = []
  const lookUps: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.push((await client.time(path)).ms)
    lookUps.push((await client.time(lookUp)).ms)
  }
  return { medianMs: median(times), worstMs: Math.max(...times), ratio: median(times) / median(lookUps), rows }
}

export type Planned = Awaited<ReturnType<typeof planCall>>

/** What a call reads. Only tables of some size count: a small one is best read as it is. */
export async function planCall(
  client: ConsoleClient,
  { path }: Call,
  listener: { take(): Read[] },
  largeTables: ReadonlySet<string>,
) {
  const turns: Read[][] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    listener.take()
    await client.time(path)
    turns.push(listener.take().filter(({ table }) => largeTables.has(table)))
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
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

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
  const third = Math.floor(sizes.length / 3)
  return {
    bytes,
    seconds: (performance.now() - started) / 1000,
    peakMb: Math.max(...sizes),
    /** How much larger the server was in the last third than in the second one. */
    growthMb: median(sizes.slice(-third)) - median(sizes.slice(third, 2 * third)),
  }
}
