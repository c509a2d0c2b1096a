/** "1 250.00" and "1,250.00" → "1250.00". Anything else is left to the server. */
export function plainAmount(text: string): string {
  const joined = text.replaceAll(/\s/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(joined) ? joined.replaceAll(',', '') : joined
}
