export interface Measurement {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (numbers: readonly number[]) =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
