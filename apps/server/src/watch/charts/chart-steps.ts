import { type ChartStep, chartSteps } from '@cashbox/contract/operator'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** When each step of a chart begins, oldest first; the last one is going on. */
export function startsOf(step: ChartStep, now: Date): Date[] {
  const backs = Array.from({ length: chartSteps[step] }, (_, index) => chartSteps[step] - 1 - index)
  return backs.map((back) => startOf(step, now, back))
}

function startOf(step: ChartStep, now: Date, back: number): Date {
  if (step === 'month') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
  const size = step === 'hour' ? HOUR_MS : DAY_MS
  return new Date((Math.floor(now.getTime() / size) - back) * size)
}
