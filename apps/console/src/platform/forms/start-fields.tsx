import type { FieldForm } from '@cashbox/ui'
import { textAt } from '../language/language.ts'
import { optionsOf } from '../list/list-filters.tsx'
import { fromTimeInput, toTimeInput, ZONE } from '../values/formats.ts'
import { dateField, selectField } from './form.tsx'

export type StartValues = Readonly<Record<'start' | 'valid_from', string>>

const starts = ['now', 'later'] as const
const DAY_MS = 24 * 60 * 60 * 1000

/** As a datetime-local field holds it. */
export const nextMidnight = (now = Date.now()): string => `${toTimeInput((now + DAY_MS) / 1000).slice(0, 10)}T00:00`

/** NaN for an invalid time: the server refuses it. */
export const momentOf = (text: string): number => fromTimeInput(text) ?? Number.NaN

export const startNow = (): StartValues => ({ start: 'now', valid_from: nextMidnight() })

/** What a call takes: nothing for now. */
export const startOf = ({ start, valid_from }: StartValues): { valid_from?: number } =>
  start === 'later' ? { valid_from: momentOf(valid_from) } : {}

export function StartFields<Values extends StartValues>({ form }: { readonly form: FieldForm<Values> }) {
  // Every form that has these fields has their names.
  const own = form as unknown as FieldForm<StartValues>
  return (
    <>
      {selectField(
        own,
        'start',
        textAt('channels.acts.set_fees.start'),
        optionsOf(starts, (start) => textAt(`channels.acts.set_fees.${start}`)),
      )}
      {own.values.start === 'later' &&
        dateField(own, 'valid_from', textAt('channels.acts.set_fees.moment', { zone: ZONE }), 'datetime-local')}
    </>
  )
}
