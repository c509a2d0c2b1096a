/** "1 250.00" and "1,250.00" are amounts as people and the console write them; what is left is for the server to read. */
export function plainAmount(text: string): string {
  const joined = text.replaceAll(/\s/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(joined) ? joined.replaceAll(',', '') : joined
}
