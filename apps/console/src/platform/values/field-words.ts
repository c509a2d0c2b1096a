import { type AnyText, type Messages, textAt } from '../language/language.ts'
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
export function textOf(place: string, code: string): string {
  const key = `${place}.${code}` as AnyText
  return textAt.has(key) ? textAt(key) : code
}

export const fieldName = (field: string): string =>
  textAt.has(`approvals.fields.${field as KnownField}`)
    ? textAt(`approvals.fields.${field as KnownField}`)
    : plainName(field)

export function fieldValue(field: string, value: unknown): string {
  if (typeof value === 'boolean') return textAt(value ? 'differences.yes' : 'differences.no')
  if (typeof value !== 'string' || !(field in placesOfCodes)) return plainValue(field, value)
  const wordsOf = (code: string) => {
    const key = keysOfCode(field, code).find((one) => textAt.has(one as AnyText))
    return key === undefined ? code : textAt(key as AnyText)
  }
  // A subject is its kind and its ID: only the kind is translated.
  const separator = field === 'subject' ? ' ' : ', '
  return value.split(separator).map(wordsOf).join(separator)
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
