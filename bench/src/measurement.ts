import { readdirSync, readFileSync } from 'node:fs'

export interface Measurement {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time for each of them, where the system tells it. */
  readonly postgresMs?: number
  readonly serverMs?: number
}

export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (numbers: readonly number[]) =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )

export const round = (value: number, digits = 0) => Number(value.toFixed(digits))

/** Of several rounds, each figure by itself: one disturbed round changes nothing. */
export const medianOf = (rounds: readonly Measurement[]): Measurement => ({
  perSecond: round(median(rounds.map(({ perSecond }) => perSecond))),
  p50Ms: round(median(rounds.map(({ p50Ms }) => p50Ms)), 2),
  p99Ms: round(median(rounds.map(({ p99Ms }) => p99Ms)), 2),
  ...(rounds.some(({ postgresMs }) => postgresMs === undefined)
    ? {}
    : {
        postgresMs: round(median(rounds.map(({ postgresMs = 0 }) => postgresMs)), 2),
        serverMs: round(median(rounds.map(({ serverMs = 0 }) => serverMs)), 2),
      }),
})

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

interface Processes {
  readonly postgres: number
  readonly server: number
}

/** Adds the processor time of PostgreSQL and the server, which others on the machine change little. Only on Linux. */
export async function withProcessorTime<T extends Measurement>(
  { postgres, server }: Processes,
  run: () => Promise<T>,
  countOf: (measured: T) => number,
): Promise<T> {
  const before = { postgres: familyMs(postgres), server: ownMs(server) }
  const measured = await run()
  if (before.postgres === null || before.server === null) return measured
  const count = countOf(measured)
  return {
    ...measured,
    postgresMs: ((familyMs(postgres) ?? 0) - before.postgres) / count,
    serverMs: ((ownMs(server) ?? 0) - before.server) / count,
  }
}

/** All fields of a process after its name; null when it is gone, or when this is no Linux. */
function fieldsOf(pid: number | string): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S /s, '')
      .split(' ')
      .map(Number)
  } catch {
    return null
  }
}

const PARENT = 0
const OWN = [10, 11]
const ENDED_CHILDREN = [12, 13]

const sumOf = (fields: readonly number[], places: readonly number[]) =>
  places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) * TICK_MS

function ownMs(pid: number): number | null {
  const fields = fieldsOf(pid)
  return fields && sumOf(fields, OWN)
}

/** A process with its children, those that have ended too: each connection of PostgreSQL has one. */
function familyMs(pid: number): number | null {
  const parent = fieldsOf(pid)
  if (!parent) return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields?.[PARENT] === pid)
    .reduce((sum, fields) => sum + sumOf(fields ?? [], OWN), sumOf(parent, [...OWN, ...ENDED_CHILDREN]))
}
