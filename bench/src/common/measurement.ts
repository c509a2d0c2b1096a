import { readdirSync, readFileSync } from 'node:fs'
import { type Figures, print } from './report.ts'

export interface Measurement {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time for each of them, where it was measured. */
  readonly postgresMs?: number
  readonly serverMs?: number
  readonly clientMs?: number
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

export const round = (value: number, digits = 0) => Number(value.toFixed(digits))

/** Of the latencies of a load that took so long. */
export const measurementOf = (latenciesMs: readonly number[], seconds: number): Measurement => ({
  count: latenciesMs.length,
  perSecond: latenciesMs.length / seconds,
  p50Ms: median(latenciesMs),
  p99Ms: percentile(latenciesMs, 0.99),
})

/** The name of a figure in the last line, its column in the table, and its decimals. */
const COLUMNS = [
  ['perSecond', 'per_second', 'a second', 0],
  ['p50Ms', 'p50_ms', 'p50 ms', 2],
  ['p99Ms', 'p99_ms', 'p99 ms', 2],
  ['postgresMs', 'postgres_cpu_ms', 'PostgreSQL', 2],
  ['serverMs', 'server_cpu_ms', 'server', 2],
  ['clientMs', 'client_cpu_ms', 'client', 3],
] as const

export interface Run {
  /** Of its figures in the last line. */
  readonly name: string
  readonly label: string
  readonly run: () => Promise<Measurement>
}

/**
 * Makes every run in each turn, so that each has the one it is compared with just before it. Prints a table of the medians,
 * each figure by itself: one disturbed turn changes nothing.
 */
export async function measureInTurns(title: string, turns: number, runs: readonly Run[]) {
  const rounds = runs.map(({ name, label }) => ({ name, label, all: [] as Measurement[] }))
  for (let turn = 0; turn < turns; turn++)
    for (const [index, { run }] of runs.entries()) rounds[index]?.all.push(await run())
  print(`${title.padEnd(44)}${COLUMNS.map(([, , head]) => head.padStart(11)).join('')}`)
  const figures: Figures = {}
  for (const { name, label, all } of rounds) {
    const columns = COLUMNS.map(([field, suffix, , digits]) => {
      const known = all.flatMap((measured) => measured[field] ?? [])
      if (known.length === 0) return ''.padStart(11)
      const figure = round(median(known), digits)
      figures[`${name}_${suffix}`] = figure
      return String(figure).padStart(11)
    })
    print(`  ${label}`.padEnd(44) + columns.join(''))
  }
  return figures
}

/** How the rates of two runs compare. */
export const ratioOf = (figures: Readonly<Figures>, name: string, to: string) =>
  round((figures[`${name}_per_second`] ?? 0) / (figures[`${to}_per_second`] ?? 1), 2)

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** Adds the processor time of PostgreSQL and the server, which others on the machine change little. Only on Linux. */
export async function withProcessorTime(
  { postgres, server }: { readonly postgres: number; readonly server: number },
  run: () => Promise<Measurement>,
): Promise<Measurement> {
  if (process.platform !== 'linux') return run()
  const [postgresBefore, serverBefore] = [familyMs(postgres), ownMs(server)]
  const measured = await run()
  return {
    ...measured,
    postgresMs: (familyMs(postgres) - postgresBefore) / measured.count,
    serverMs: (ownMs(server) - serverBefore) / measured.count,
  }
}

/** All fields of a process after its name; none when it is gone. */
function fieldsOf(pid: number | string): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S /s, '')
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

const PARENT = 0
const OWN = [10, 11]
const ENDED_CHILDREN = [12, 13]

const sumOf = (pid: number | string, places: readonly number[]) => {
  const fields = fieldsOf(pid)
  return places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) * TICK_MS
}

const ownMs = (pid: number | string) => sumOf(pid, OWN)

/** A process with its children, those that have ended too: each connection of PostgreSQL has a process. */
function familyMs(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[PARENT] === pid)
  return children.reduce((sum, child) => sum + ownMs(child), sumOf(pid, [...OWN, ...ENDED_CHILDREN]))
}
