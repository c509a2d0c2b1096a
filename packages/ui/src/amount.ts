export type AmountRules = { readonly maxDecimals?: number }

/** What an amount field keeps of what was typed or pasted: digits, one dot, and no more decimals than allowed. */
export const cleanAmount = (text: string, { maxDecimals = 2 }: AmountRules = {}) => {
  if (/^\s*[-−]/.test(text)) return ''
  const kept = text.replaceAll(',', '.').replace(/[^\d.]/g, '')
  const dot = kept.indexOf('.')
  if (dot === -1 || maxDecimals === 0) return dot === -1 ? kept : kept.slice(0, dot)
  const decimals = kept.slice(dot + 1).replaceAll('.', '')
  return `${kept.slice(0, dot)}.${decimals.slice(0, maxDecimals)}`
}
