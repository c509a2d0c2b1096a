const TOO_SLOW = 150

/**
 * How much slower than this machine a mid-range phone is, by the BenchmarkIndex that Lighthouse gives the machine.
 * Lighthouse's docs/throttling.md ("Calibrating the CPU slowdown") leaves the figure to its calculator, whose line this
 * is: https://github.com/patrickhulce/lighthouse-cpu-throttling-calculator
 */
export function calibratedSlowdown(benchmarkIndex: number): number {
  if (!(benchmarkIndex >= TOO_SLOW)) throw new Error(`a machine rated ${benchmarkIndex} can't be slowed to a phone`)
  return Math.round(slowdownOf(benchmarkIndex) * 100) / 100
}

function slowdownOf(benchmarkIndex: number): number {
  if (benchmarkIndex < 800) return 1 + (benchmarkIndex - 150) / 650
  if (benchmarkIndex < 1300) return 2 + (benchmarkIndex - 800) / 500
  return 3 + (benchmarkIndex - 1300) / 233
}
