const SHORT_ENOUGH = 16
const KEPT = 6

/** Both ends of a long number, which is how people compare them. */
export const shortReference = (reference: string): string =>
  reference.length <= SHORT_ENOUGH ? reference : `${reference.slice(0, KEPT)}…${reference.slice(-KEPT)}`
