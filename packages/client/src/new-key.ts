/** A key of one act and its repeats. A page without TLS has no `randomUUID`, and an act there has to be possible too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
