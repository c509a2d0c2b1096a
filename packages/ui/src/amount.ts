const ARABIC_ZERO = 0x660
const PERSIAN_ZERO = 0x6f0

const latinDigit = (digit: string) => {
  const code = digit.charCodeAt(0)
  return String(code - (code < PERSIAN_ZERO ? ARABIC_ZERO : PERSIAN_ZERO))
}

/** Digits in Latin script, and the signs that stand in amounts anywhere. Letters and currencies are dropped. */
const tidy = (text: string) =>
  text
    .replace(/[٠-٩۰-۹]/g, latinDigit)
    .replaceAll('،', ',')
    .replace(/[^\d.,٫٬'’\s]/g, '')
    .trimStart()

const NEGATIVE = /^\s*[-−]/
/** These only ever group: spaces, apostrophes, and the Arabic sign for thousands. */
const GROUPING = /[\s'’٬]/g
/** All groups but the first are of three digits, or in India of two before the last. */
const GROUPS = /^[1-9]\d{0,2}([.,])\d{2,3}(\1\d{2,3})*$/
const LAST_GROUP = /[.,]\d{3}$/

/** What a text can mean: no amount, one, or with a single sign before three digits two: 1,250 and 1.250. */
export function readAmount(text: string): readonly string[] {
  if (NEGATIVE.test(text)) return []
  const tidied = tidy(text)
  const plain = tidied.replace(GROUPING, '')
  const isGrouped = tidied.trimEnd() !== plain
  const [before = '', after, more] = plain.includes('٫') ? plain.split('٫') : splitAtLast(plain)
  if (more !== undefined || /[.,]/.test(after ?? '')) return []
  if (after === undefined) return before === '' ? [] : [before]
  const signs = new Set(before.match(/[.,]/g))
  const isWhole = GROUPS.test(plain) && LAST_GROUP.test(plain)
  const decimal = `${before.replaceAll(/[.,]/g, '')}.${after.slice(0, 2)}`
  if (signs.size === 0) {
    return isWhole && !isGrouped && !plain.includes('٫') ? [plain.replace(/[.,]/, ''), decimal] : [decimal]
  }
  // "1.250.000" repeats one sign; in "1.250,50" the last one differs and begins the decimals.
  const last = plain.includes('٫') ? '٫' : plain.charAt(before.length)
  if (signs.has(last)) return isWhole && signs.size === 1 ? [plain.replaceAll(/[.,]/g, '')] : []
  return signs.size === 1 && GROUPS.test(before) && LAST_GROUP.test(before) ? [decimal] : []
}

function splitAtLast(text: string): string[] {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Both readings of an amount with two, the one first that the reader's language writes so. */
export function inOrderFor(locale: string, text: string, readings: readonly string[]): readonly string[] {
  const { value: decimalSign } = new Intl.NumberFormat(locale).formatToParts(1.5)[1] ?? {}
  return decimalSign !== undefined && text.includes(decimalSign) ? readings.toReversed() : readings
}

/** "1250.5" → "1,250.5": an amount as the field shows it. One that begins with zeros stays: "0,000" could be a decimal. */
export const groupAmount = (amount: string): string => {
  const [whole = '', ...decimals] = amount.split('.')
  return [whole.startsWith('0') ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

/** The field after a key: `value` is empty while the text has no meaning, or two. */
export type AmountEdit = {
  readonly value: string
  readonly shown: string
  readonly caret: number
}

type Shown = Pick<AmountEdit, 'value' | 'shown'>

type Keys = Shown & {
  /** What the browser has made of the field, and where its caret is. */
  readonly text: string
  readonly caret: number
  /** The browser's name of what was done, and the text that came with it. */
  readonly inputType?: string | undefined
  readonly data?: string | null | undefined
}

export function editAmount({ value, shown, text, caret, inputType, data }: Keys): AmountEdit {
  const end = shown.length - (text.length - caret)
  // The field was filled in at once, by a program or a keyboard's suggestion.
  const isFilledIn = data && data.length > 1 && data === text
  if (isFilledIn || end < 0 || shown.slice(end) !== text.slice(caret)) return settle(text, caret)
  const start = Math.min(samePrefix(shown, text), caret, end)
  const inserted = text.slice(start, caret)
  const isCommaOnly = inserted === '' && shown.slice(start, end) === ',' && isOurs({ value, shown })
  // A deleted separator takes its neighbour with it, or the key would seem dead.
  if (isCommaOnly && inputType === 'deleteContentForward')
    return replaceAmount({ value, shown, start, end: end + 1 }, '')
  return replaceAmount({ value, shown, start: isCommaOnly ? start - 1 : start, end }, inserted)
}

type Selected = Shown & { readonly start: number; readonly end: number }

/** What typing or pasting over a selection makes of the amount. */
export function replaceAmount({ value, shown, start, end }: Selected, inserted: string): AmountEdit {
  const commas = isOurs({ value, shown }) ? /,/g : /(?!)/g
  const before = shown.slice(0, Math.max(start, 0)).replace(commas, '')
  const after = shown.slice(end).replace(commas, '')
  const next = before + inserted + after
  // Behind a dot of ours are decimals, however many.
  if (after !== '' && before.includes('.') && isOurs({ value, shown })) {
    return settle(next.replace(/(\.\d{2})\d+$/, '$1'), before.length + inserted.length)
  }
  const isStray = /^[.,٫]$/.test(inserted) && readAmount(next).length === 0 && (after !== '' || !BEGUN.test(next))
  if (isStray) return { value, shown, caret: start }
  return settle(next, before.length + inserted.length)
}

/** The field groups the digits itself until another sign is typed; then it shows what is typed. */
const isOurs = ({ value, shown }: Shown) => shown === groupAmount(value)

/** "1,250,": more groups may follow. */
const BEGUN = /^[1-9]\d{0,2}([.,])(\d{2,3}\1)+$/
const PLAIN = /^\d*(\.\d{0,2})?$/

function settle(text: string, caret: number): AmountEdit {
  if (NEGATIVE.test(text)) return { value: '', shown: '', caret: 0 }
  const readings = readAmount(text)
  const value = readings.length === 1 ? (readings[0] ?? '') : ''
  const left = tidy(text.slice(0, caret))
  // Decimals too many are not shown.
  const kept = value.includes('.') ? tidy(text).replace(/([.,٫]\d{2})\d+$/, '$1') : tidy(text)
  if (!PLAIN.test(kept)) return { value, shown: kept, caret: Math.min(left.length, kept.length) }
  const shown = groupAmount(kept)
  return { value: kept, shown, caret: caretAfter(shown, left, caret >= text.length) }
}

/** Behind as many digits as stood before it. */
function caretAfter(shown: string, left: string, isAtEnd: boolean): number {
  if (isAtEnd) return shown.length
  const digits = left.replaceAll(/\D/g, '').length
  let place = 0
  for (let seen = 0; place < shown.length && seen < digits; place++) if (/\d/.test(shown[place] ?? '')) seen++
  return shown[place] === '.' && /[.,]$/.test(left) ? place + 1 : place
}

function samePrefix(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
