const NEGATIVE = /^\s*[-−]/
/** "1,250,000": the comma groups thousands. A first group of 0 can only stand before decimals. */
const GROUPED_BY_COMMA = /^[1-9]\d{0,2}(,\d{3})+$/
/** "1.250,50" and "1.250.000", as half of Europe writes them; nothing else can be meant. */
const GROUPED_BY_DOT = /^[1-9]\d{0,2}((\.\d{3})+,\d{1,2}|(\.\d{3}){2,})$/

const ARABIC_ZERO = 0x660
const PERSIAN_ZERO = 0x6f0

const latinDigit = (digit: string) => {
  const code = digit.charCodeAt(0)
  return String(code - (code < PERSIAN_ZERO ? ARABIC_ZERO : PERSIAN_ZERO))
}

/** Digits, dots and commas in Latin script. Spaces, apostrophes and currencies are dropped. */
const inLatin = (text: string) =>
  text
    .replace(/[٠-٩۰-۹]/g, latinDigit)
    .replaceAll('٫', '.')
    .replace(/[^\d.,]/g, '')

/** In India the groups before the last one have two digits: "1,00,000". */
const isGroupedByComma = (text: string) => GROUPED_BY_COMMA.test(text) || /,\d*,\d{3}$/.test(text)

/** The same amount with a dot before its decimals and no other sign. */
function withOneDot(text: string): string {
  if (GROUPED_BY_DOT.test(text)) return text.replaceAll('.', '').replace(',', '.')
  const comma = text.lastIndexOf(',')
  const isDecimalComma = comma !== -1 && !text.includes('.') && !isGroupedByComma(text)
  const plain = isDecimalComma ? `${text.slice(0, comma)}.${text.slice(comma + 1)}` : text
  return plain.replaceAll(',', '')
}

/** What an amount field keeps of what was typed or pasted: digits, one dot, and two decimals. */
export const cleanAmount = (text: string): string => {
  if (NEGATIVE.test(text)) return ''
  const kept = withOneDot(inLatin(text))
  const dot = kept.indexOf('.')
  if (dot === -1) return kept
  const decimals = kept.slice(dot + 1).replaceAll('.', '')
  return `${kept.slice(0, dot)}.${decimals.slice(0, 2)}`
}

/** "1250.5" → "1,250.5": an amount as the field shows it, with zeros that can be counted. */
export const groupAmount = (amount: string): string => {
  const [whole = '', ...decimals] = amount.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

/** An amount in the field, and where the caret stands in what the field shows. */
export type AmountEdit = {
  readonly value: string
  readonly shown: string
  readonly caret: number
  /** What was typed at the end, key by key: a comma in it may yet turn out to group thousands. */
  readonly typed: string
}

type Keys = {
  readonly value: string
  readonly typed: string
  /** What the browser has made of the field, and where its caret is. */
  readonly text: string
  readonly caret: number
  /** The browser's name of what was done, and the text that came with it. */
  readonly inputType?: string | undefined
  readonly data?: string | null | undefined
}

export function editAmount(keys: Keys): AmountEdit {
  const { value, text, caret, inputType, data } = keys
  const shown = groupAmount(value)
  if (text.length === shown.length + 1 && text.startsWith(shown) && caret === text.length) return append(keys)
  const end = shown.length - (text.length - caret)
  // The field was filled in at once, by a program or a keyboard's suggestion.
  const isFilledIn = data && data.length > 1 && data === text
  if (isFilledIn || end < 0 || shown.slice(end) !== text.slice(caret)) return settle(cleanAmount(text), text, caret)
  const start = Math.min(samePrefix(shown, text), caret, end)
  const inserted = text.slice(start, caret)
  const isSeparatorOnly = inserted === '' && shown.slice(start, end) === ','
  // A deleted separator takes its neighbour with it, or the key would seem dead.
  if (isSeparatorOnly && inputType === 'deleteContentForward') return replaceAmount({ value, start, end: end + 1 }, '')
  return replaceAmount({ value, start: isSeparatorOnly ? start - 1 : start, end }, inserted)
}

type Selected = { readonly value: string; readonly start: number; readonly end: number }

/** What pasting makes of the amount; `start` and `end` are the selection in what the field shows. */
export function replaceAmount({ value, start, end }: Selected, inserted: string): AmountEdit {
  const shown = groupAmount(value)
  const before = shown.slice(0, Math.max(start, 0)).replaceAll(',', '')
  const after = shown.slice(end).replaceAll(',', '')
  const isNegative = before === '' && /^\s*[-−]/.test(inserted)
  if (isNegative || before + after === '') return settle(cleanAmount(inserted), inserted, inserted.length)
  const part = /^[.,٫]$/.test(inserted) ? '.' : cleanAmount(inserted)
  // One dot: the one that is there stays.
  const kept = (before + after).includes('.') ? part.replaceAll('.', '') : part
  const next = before + kept + after
  return settle(cleanAmount(next), next, before.length + kept.length)
}

/** A key at the end of the field. Only there can "50,00" still become "50,000". */
function append({ value, typed, text }: Keys): AmountEdit {
  const key = text.slice(-1)
  const hasDot = value.includes('.')
  if (key === ',') return hasDot ? atEnd(value, typed) : atEnd(cleanAmount(`${value}.`), `${typed || value},`)
  const raw = typed + key
  if (hasDot && isGroupedByComma(raw)) return atEnd(raw.replaceAll(',', ''), raw)
  const next = cleanAmount(value + key)
  // A decimal too many is not remembered.
  return atEnd(next, next === value ? typed : hasDot ? raw : next)
}

const atEnd = (value: string, typed: string): AmountEdit => {
  const shown = groupAmount(value)
  return { value, shown, caret: shown.length, typed }
}

/** Puts the caret behind as many digits as stood before it. */
function settle(value: string, text: string, caret: number): AmountEdit {
  const shown = groupAmount(value)
  const left = text.slice(0, caret)
  const digits = left.replaceAll(/[^\d٠-٩۰-۹]/g, '').length
  let place = 0
  for (let seen = 0; place < shown.length && seen < digits; place++) if (/\d/.test(shown[place] ?? '')) seen++
  const isBehindDot = shown[place] === '.' && /[.,٫]$/.test(left)
  const isAtEnd = caret >= text.length
  return { value, shown, caret: isAtEnd ? shown.length : place + (isBehindDot ? 1 : 0), typed: value }
}

function samePrefix(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
