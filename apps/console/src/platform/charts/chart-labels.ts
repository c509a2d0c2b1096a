import type { ChartStep } from '@cashbox/contract/operator'
import { ZONE } from '../values/formats.ts'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const MINUTE_MS = 60_000

/** 1500000 → "1.5M" */
export const compactTick = (value: number): string => compact.format(value)

/** For counts: no labels between whole numbers. */
export const wholeTick = (value: number): string => (Number.isInteger(value) ? compact.format(value) : '')

/** Steps are in UTC. */
export function stepLabels(step: ChartStep, seconds: number, locale: string) {
  const part = partsOf(seconds, locale)
  if (step === 'hour') return { label: `${part.day} ${part.month} ${part.hour}:00`, tick: `${part.hour}:00` }
  if (step === 'day') return { label: `${part.day} ${part.month} ${part.year}`, tick: `${part.day} ${part.month}` }
  // A year is said once.
  const isFirst = new Date(seconds * 1000).getUTCMonth() === 0
  return { label: `${part.month} ${part.year}`, tick: isFirst ? part.year : part.month }
}

export function momentLabels(seconds: number, locale: string) {
  const part = partsOf(seconds, locale)
  return { label: `${part.day} ${part.month} ${part.hour}:${part.minute}`, tick: `${part.day} ${part.month}` }
}

function partsOf(seconds: number, locale: string) {
  const parts = new Intl.DateTimeFormat(new Intl.Locale(locale, { numberingSystem: 'latn', calendar: 'gregory' }), {
    timeZone: ZONE,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(seconds * 1000)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') }
}

/** 850 → 850 ms, 2500 → 2.5 s, 150000 → 2.5 min, 7200000 → 2 h */
export function delayOf(ms: number): { readonly value: string; readonly unit: 'ms' | 's' | 'min' | 'h' } {
  const [size, unit]: [number, 'ms' | 's' | 'min' | 'h'] =
    ms < 1000
      ? [1, 'ms']
      : ms < MINUTE_MS
        ? [1000, 's']
        : ms < 60 * MINUTE_MS
          ? [MINUTE_MS, 'min']
          : [60 * MINUTE_MS, 'h']
  return { value: compact.format(ms / size), unit }
}
