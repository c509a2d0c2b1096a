import { parseMinor } from '@cashbox/contract'
import { type Check, type Fields, refuseIf } from './fields.ts'

export type ReturnMethod = 'POST' | 'GET' | 'LINK'

export type Order = ReturnType<typeof readOrder>

const BAGGAGE_LIMIT_BYTES = 4000
export const MEMO_LIMIT = 100

const unitsOfLetter: Readonly<Record<string, string>> = { U: 'USD', E: 'EUR', G: 'OAU' }

/** The units of an account, given by its letter. */
export const unitsOf = (account: string): string => unitsOfLetter[account[0] ?? ''] ?? ''

/** May be empty, but has to be there. */
const BAGGAGE = 'BAGGAGE_FIELDS'
const required = [
  'PAYEE_ACCOUNT',
  'PAYEE_NAME',
  'PAYMENT_AMOUNT',
  'PAYMENT_UNITS',
  'PAYMENT_URL',
  'NOPAYMENT_URL',
] as const

/** Fields that the provider writes itself, so a merchant's baggage can't be called the same. */
const ownFields = new Set<string>([
  ...required,
  BAGGAGE,
  'PAYMENT_ID',
  'PAYMENT_BATCH_NUM',
  'PAYER_ACCOUNT',
  'TIMESTAMPGMT',
  'V2_HASH',
  'SUGGESTED_MEMO',
])

export function readOrder(fields: Fields) {
  const text = (name: string) => fields.get(name) ?? ''
  const baggageNames = text(BAGGAGE).split(' ').filter(Boolean)
  const baggage = baggageNames.map((name) => [name, text(name)] as const)
  refuseIf([
    ...required.map((name): Check => [name, text(name) === '', 'is missing']),
    ...checksOfMoney(text),
    ...checksOfAddresses(text),
    ['SUGGESTED_MEMO', text('SUGGESTED_MEMO').length > MEMO_LIMIT, `is longer than ${MEMO_LIMIT} characters`],
    [BAGGAGE, !fields.has(BAGGAGE), 'is missing'],
    [BAGGAGE, baggageNames.some((name) => ownFields.has(name)), 'names a field that has its own meaning'],
    [BAGGAGE, new Set(baggageNames).size < baggageNames.length, 'names a field twice'],
    [BAGGAGE, Buffer.byteLength(baggage.flat().join('')) > BAGGAGE_LIMIT_BYTES, 'carry more than 4000 bytes'],
  ])
  return {
    payee_account: text('PAYEE_ACCOUNT'),
    payee_name: text('PAYEE_NAME'),
    amount: text('PAYMENT_AMOUNT'),
    units: text('PAYMENT_UNITS'),
    payment_id: text('PAYMENT_ID') || null,
    /** Null when no status call is wanted. */
    status_url: wantsNoStatus(text('STATUS_URL')) ? null : text('STATUS_URL'),
    payment_url: text('PAYMENT_URL'),
    payment_url_method: methodOf(text('PAYMENT_URL_METHOD')) ?? 'POST',
    nopayment_url: text('NOPAYMENT_URL'),
    nopayment_url_method: methodOf(text('NOPAYMENT_URL_METHOD')) ?? 'POST',
    suggested_memo: text('SUGGESTED_MEMO'),
    is_memo_fixed: text('SUGGESTED_MEMO_NOCHANGE') !== '',
    payer_account: text('FORCED_PAYER_ACCOUNT') || null,
    baggage,
  }
}

type Text = (name: string) => string

function checksOfMoney(text: Text): Check[] {
  const account = text('PAYEE_ACCOUNT')
  const payer = text('FORCED_PAYER_ACCOUNT')
  return [
    ['PAYEE_ACCOUNT', !isAccount(account), 'is not an account: a letter U, E or G, and digits'],
    ['PAYMENT_AMOUNT', (parseMinor(text('PAYMENT_AMOUNT')) ?? 0n) <= 0n, 'is not an amount above zero, like 25.50'],
    ['PAYMENT_UNITS', isAccount(account) && text('PAYMENT_UNITS') !== unitsOf(account), 'do not match the account'],
    [
      'FORCED_PAYER_ACCOUNT',
      payer !== '' && !(isAccount(payer) && unitsOf(payer) === unitsOf(account)),
      'can not pay to this account',
    ],
  ]
}

function checksOfAddresses(text: Text): Check[] {
  const status = text('STATUS_URL')
  const badMethod = 'is none of POST, GET and LINK'
  return [
    [
      'STATUS_URL',
      !wantsNoStatus(status) && !status.startsWith('mailto:') && !isHttpUrl(status),
      'is not an http, https or mailto address',
    ],
    ['PAYMENT_URL', !isHttpUrl(text('PAYMENT_URL')), 'is not an http or https address'],
    ['NOPAYMENT_URL', !isHttpUrl(text('NOPAYMENT_URL')), 'is not an http or https address'],
    ['PAYMENT_URL_METHOD', methodOf(text('PAYMENT_URL_METHOD')) === null, badMethod],
    ['NOPAYMENT_URL_METHOD', methodOf(text('NOPAYMENT_URL_METHOD')) === null, badMethod],
  ]
}

const isAccount = (text: string): boolean => /^[UEG]\d{4,12}$/.test(text)

const wantsNoStatus = (url: string): boolean => url === '' || url === 'NULL'

/** The host goes into a content security policy, so it may hold nothing that ends a directive there. */
function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.hostname)
}

function methodOf(text: string): ReturnMethod | null {
  if (text === '') return 'POST'
  return text === 'POST' || text === 'GET' || text === 'LINK' ? text : null
}
