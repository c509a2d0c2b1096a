import { useTranslations } from 'use-intl'
import type { AnyText, Messages } from '../language/language.ts'
import { formatDateTime, formatMoney, percentOf } from './formats.ts'

type KnownField = keyof Messages['approvals']['fields']

/** Where the translations of a field's codes are. Several kinds of acts use the same field, so there may be several. */
const placesOfCodes: Readonly<Record<string, readonly string[]>> = {
  action: ['audit.actions', 'bulk.acts'],
  alert_kinds: ['destinations.kind_names', 'differences.words'],
  failure: ['approvals.failures', 'money.failures'],
  kind: ['approvals.kinds', 'money.kinds', 'destinations.types', 'risk.kinds'],
  min_severity: ['destinations.severities'],
  address_ranges: ['differences.words'],
  password: ['differences.words'],
  permissions: ['partners.permissions'],
  role: ['roles'],
  secret: ['differences.words'],
  source: ['rates.source'],
  state: ['request_states'],
  status: ['agents.status'],
  subject: ['audit.kinds'],
}

const moneyFields: ReadonlySet<string> = new Set([
  'above',
  'amount',
  'approval_limit',
  'credit_limit',
  'credit_line',
  'daily_limit',
  'limit_day',
  'limit_month',
  'limit_week',
  'low_level',
  'max_amount',
  'max_open',
  'max_per_day',
  'per_day',
])

/** Text keys that may translate a code. */
export const keysOfCode = (field: string, code: string): readonly string[] =>
  /^[\w.-]+$/.test(code) ? (placesOfCodes[field] ?? []).map((place) => `${place}.${code}`) : []

/** The text of a code at that place. Unknown codes are shown as they are. */
export function useTextOf(place: string): (code: string) => string {
  const t = useTranslations()
  return (code) => {
    const key = `${place}.${code}` as AnyText
    return t.has(key) ? t(key) : code
  }
}

export function useFieldWords() {
  const t = useTranslations()
  const fields = useTranslations('approvals.fields')
  const words = useTranslations('differences')
  const wordsOf = (field: string, code: string) => {
    const key = keysOfCode(field, code).find((one) => t.has(one as AnyText))
    return key === undefined ? code : t(key as AnyText)
  }
  return {
    nameOf: (field: string) => (fields.has(field as KnownField) ? fields(field as KnownField) : plainName(field)),
    valueOf: (field: string, value: unknown) => {
      if (typeof value === 'boolean') return words(value ? 'yes' : 'no')
      if (typeof value !== 'string' || !(field in placesOfCodes)) return plainValue(field, value)
      // A subject is its kind and its ID: only the kind is translated.
      const [separator, codes] = field === 'subject' ? [' ', value.split(' ')] : [', ', value.split(', ')]
      return codes.map((code) => wordsOf(field, code)).join(separator)
    },
  }
}

/** `is_demo` → "Demo" */
export function plainName(field: string): string {
  const words = field
    .replace(/^(is|has)_/, '')
    .replace(/_(bp|at|id|s|m)$/, '')
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function plainValue(field: string, value: unknown): string {
  if (field.endsWith('_bp') && typeof value === 'number') return `${percentOf(value)} %`
  if (moneyFields.has(field) && typeof value === 'string') return formatMoney(value)
  const seconds = secondsOf(field, value)
  if (seconds !== null) return formatDateTime(seconds)
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

function secondsOf(field: string, value: unknown): number | null {
  if (typeof value === 'number' && (field.endsWith('_at') || field === 'valid_from')) return value
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)) return null
  return Math.floor(Date.parse(value) / 1000)
}
