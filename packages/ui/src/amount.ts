export type AmountRules = { readonly maxDecimals?: number }

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
export const isGroupedByComma = (text: string) => GROUPED_BY_COMMA.test(text) || /,\d*,\d{3}$/.test(text)

/** The same amount with a dot before its decimals and no other sign. */
function withOneDot(text: string): string {
  if (GROUPED_BY_DOT.test(text)) return text.replaceAll('.', '').replace(',', '.')
  const comma = text.lastIndexOf(',')
  const isDecimalComma = comma !== -1 && !text.includes('.') && !isGroupedByComma(text)
  const plain = isDecimalComma ? `${text.slice(0, comma)}.${text.slice(comma + 1)}` : text
  return plain.replaceAll(',', '')
}

/** What an amount field keeps of what was typed or pasted: digits, one dot, and no more decimals than allowed. */
export const cleanAmount = (text: string, { maxDecimals = 2 }: AmountRules = {}): string => {
  if (NEGATIVE.test(text)) return ''
  const kept = withOneDot(inLatin(text))
  const dot = kept.indexOf('.')
  if (dot === -1 || maxDecimals === 0) return dot === -1 ? kept : kept.slice(0, dot)
  const decimals = kept.slice(dot + 1).replaceAll('.', '')
  return `${kept.slice(0, dot)}.${decimals.slice(0, maxDecimals)}`
}

/** "1250.5" → "1,250.5": an amount as the field shows it, with zeros that can be counted. */
export const groupAmount = (amount: string): string => {
  const [whole = '', ...decimals] = amount.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
