/** What a cash register's scanner has typed so far: it types faster than people do, and ends with Enter. */
export interface KeyBurst {
  readonly text: string
  readonly atMs: number
}

const GAP_MS = 50
/** Shorter ones may come from a person who rolls over two or three keys. */
const LEAST_KEYS = 6

export const noBurst: KeyBurst = { text: '', atMs: 0 }

export function nextBurst(burst: KeyBurst, key: string, atMs: number): KeyBurst {
  if (key.length !== 1) return key === 'Shift' || key === 'CapsLock' ? { ...burst, atMs } : noBurst
  return { text: atMs - burst.atMs <= GAP_MS ? burst.text + key : key, atMs }
}

/** What a scanner has typed when Enter comes; null when a person has pressed it. */
export const burstAtEnter = ({ text, atMs }: KeyBurst, enterAtMs: number): string | null =>
  text.length >= LEAST_KEYS && enterAtMs - atMs <= 2 * GAP_MS ? text : null
