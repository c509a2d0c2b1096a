const hex = (digits: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits)), (byte) => (byte % 16).toString(16)).join('')

/**
 * A key of one act and its repeats, as a random UUID: some calls take nothing else. A page without TLS has no `randomUUID`,
 * and an act there has to be possible too.
 */
export const newKey = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
