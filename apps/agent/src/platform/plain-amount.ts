/** A field may hold "12." or ".5" while the agent types. */
export const plainAmount = (typed: string): string =>
  typed
    .replace(/\.$/, '')
    .replace(/^\./, '0.')
    .replace(/^0+(?=\d)/, '')
