import type { Partner } from '@cashbox/contract/operator'
import { durationOf, isUnit, secondsOf } from './durations.ts'

type Times = Pick<Partner, 'lifetime_s' | 'max_lifetime_s' | 'reversal_window_s'>
export type TimeName = keyof Times

const timeNames: readonly TimeName[] = ['lifetime_s', 'max_lifetime_s', 'reversal_window_s']

export type TimeValues = Record<TimeName | `${TimeName}_unit`, string>

/** A time is two fields: how many, under the name the server knows it by, and of what. */
export function termValues(partner: Times & Pick<Partner, 'name'>): TimeValues & { name: string } {
  const lifetime = durationOf(partner.lifetime_s)
  const longest = durationOf(partner.max_lifetime_s)
  const reversal = durationOf(partner.reversal_window_s)
  return {
    name: partner.name,
    lifetime_s: lifetime.amount,
    lifetime_s_unit: lifetime.unit,
    max_lifetime_s: longest.amount,
    max_lifetime_s_unit: longest.unit,
    reversal_window_s: reversal.amount,
    reversal_window_s_unit: reversal.unit,
  }
}

/** Only what was changed: a time that is not shown to the second stays to the second. */
export function changedTerms(
  partner: Times & Pick<Partner, 'name'>,
  values: TimeValues & { name: string },
): Partial<Times> & { name?: string } {
  const before = termValues(partner)
  const times = timeNames.flatMap((name) => {
    const unit = values[`${name}_unit`]
    if (values[name] === before[name] && unit === before[`${name}_unit`]) return []
    return [[name, isUnit(unit) ? secondsOf({ amount: values[name], unit }) : Number.NaN] as const]
  })
  return {
    ...(values.name.trim() === partner.name ? {} : { name: values.name }),
    ...Object.fromEntries(times.filter(([name, seconds]) => seconds !== partner[name])),
  }
}
