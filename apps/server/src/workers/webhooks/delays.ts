const MINUTE = 60
const HOUR = 60 * MINUTE

/** Between tries of one event; the last one again and again, for as long as it takes. */
const DELAYS_S = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
const JITTER = 0.1

/** After the first try, the second, and so on. Scattered a little, so that what failed together is not tried together. */
export function delayS(attempts: number, random = Math.random()): number {
  const delay = DELAYS_S[Math.min(attempts, DELAYS_S.length) - 1] ?? 0
  return Math.round(delay * (1 + JITTER * (2 * random - 1)))
}

const LONGEST_PAUSE_S = 10 * MINUTE

/** How long a partner's server is left alone after failing that many times in a row. */
export const pauseS = (failures: number): number => Math.min(2 ** (failures - 1), LONGEST_PAUSE_S)
