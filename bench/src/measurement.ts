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
