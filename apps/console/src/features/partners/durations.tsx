import type { Form } from '@cashbox/client/use-form'
import { formatMinor, parseMinor } from '@cashbox/contract'
import type { Partner } from '@cashbox/contract/operator'
import { Field, SelectInput, TextInput } from '@cashbox/ui'
import { textAt } from '../../platform/language/language.ts'

interface DurationFieldProps {
  readonly form: Form<TermValues & { readonly reason: string }>
  readonly name: TimeName
  readonly term: 'lifetime' | 'max_lifetime' | 'reversal'
}

type Unit = (typeof units)[number]

interface Duration {
  readonly amount: string
  readonly unit: Unit
}

type Times = Pick<Partner, 'lifetime_s' | 'max_lifetime_s' | 'reversal_window_s'>
type TimeName = keyof Times

type Terms = Times & Pick<Partner, 'name' | 'verification_url'>
type TermValues = TimeValues & { readonly name: string; readonly verification_url: string }

type TimeValues = Record<TimeName | `${TimeName}_unit`, string>

const units = ['minutes', 'hours', 'days'] as const

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const secondsIn: Record<Unit, number> = { minutes: MINUTE_S, hours: HOUR_S, days: DAY_S }

const timeNames: readonly TimeName[] = ['lifetime_s', 'max_lifetime_s', 'reversal_window_s']

export function DurationField({ form, name, term }: DurationFieldProps) {
  const label = textAt(`partners.terms.${term}`)
  const unitName = `${name}_unit` as const
  return (
    <Field label={label} help={textAt(`partners.terms.${term}_help`)} error={form.errors[name]} isRequired>
      {(control) => (
        <div className="grid grid-cols-2 gap-2">
          <TextInput
            {...control}
            name={name}
            autoComplete="off"
            inputMode="decimal"
            value={form.values[name]}
            onChange={(event) => form.change(name, event.target.value)}
          />
          <SelectInput
            aria-label={textAt('partners.terms.unit', { label })}
            name={unitName}
            value={form.values[unitName]}
            options={units.map((unit) => ({ value: unit, label: textAt(`partners.units.${unit}`) }))}
            onChange={(event) => form.change(unitName, event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

/** In the largest unit without a fraction, or else in minutes with two decimals. */
export function durationOf(seconds: number): Duration {
  const unit = units.findLast((one) => seconds > 0 && seconds % secondsIn[one] === 0) ?? 'minutes'
  const inUnit = seconds / secondsIn[unit]
  return { unit, amount: Number.isInteger(inUnit) ? String(inUnit) : formatMinor(BigInt(Math.round(inUnit * 100))) }
}

/** NaN for anything but whole seconds: the server refuses it. */
export function secondsOf({ amount, unit }: Duration): number {
  const hundredths = parseMinor(amount.trim().replace(',', '.'))
  const seconds = hundredths === null ? Number.NaN : (Number(hundredths) * secondsIn[unit]) / 100
  return Number.isInteger(seconds) ? seconds : Number.NaN
}

/** In one unit, rounded down; null below a minute. */
export function ageOf(seconds: number): { count: number; unit: Unit } | null {
  const unit = units.findLast((one) => seconds >= secondsIn[one])
  return unit ? { unit, count: Math.floor(seconds / secondsIn[unit]) } : null
}

const isUnit = (text: string): text is Unit => (units as readonly string[]).includes(text)

/** A duration is two fields: the amount, under the server's name, and the unit. */
export function termValues(partner: Terms): TermValues {
  const times = timeNames.flatMap((name) => {
    const { amount, unit } = durationOf(partner[name])
    return [
      [name, amount],
      [`${name}_unit`, unit],
    ]
  })
  const { name, verification_url } = partner
  return { name, verification_url: verification_url ?? '', ...(Object.fromEntries(times) as TimeValues) }
}

/** Only changed values, so that a duration that is shown rounded is not overwritten. */
export function changedTerms(partner: Terms, values: TermValues): Partial<Terms> {
  const before = termValues(partner)
  const address = values.verification_url.trim() || null
  const times = timeNames.flatMap((name) => {
    const unit = values[`${name}_unit`]
    if (values[name] === before[name] && unit === before[`${name}_unit`]) return []
    return [[name, isUnit(unit) ? secondsOf({ amount: values[name], unit }) : Number.NaN] as const]
  })
  return {
    ...(values.name.trim() === partner.name ? {} : { name: values.name }),
    ...(address === partner.verification_url ? {} : { verification_url: address }),
    ...Object.fromEntries(times.filter(([name, seconds]) => seconds !== partner[name])),
  }
}
