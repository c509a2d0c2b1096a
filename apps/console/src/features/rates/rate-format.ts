const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

/** "12650.5" → "12,650.50". Text stays text, so that no digit is lost on the way. */
export const formatRate = (rate: string): string => rateFormat.format(rate as `${number}`)
