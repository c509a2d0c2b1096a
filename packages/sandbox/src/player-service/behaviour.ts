export interface Behaviour {
  readonly label: string
  readonly does: string
  /** Null closes the connection without an answer. */
  readonly status: number | null
  readonly delayMs?: number
  readonly retryAfterS?: number
}

/** How the player service takes webhooks. */
const behaviours = {
  working: { label: 'Working', does: 'answers 200', status: 200 },
  failing: { label: 'Failing', does: 'answers 500', status: 500 },
  slow: { label: 'Slow', does: 'answers 200 after 5 seconds', status: 200, delayMs: 5000 },
  offline: { label: 'Offline', does: 'closes the connection', status: null },
  gone: { label: 'Gone', does: 'answers 410, and Cashbox stops sending', status: 410 },
  throttling: { label: 'Throttling', does: 'answers 429, try again in 10 seconds', status: 429, retryAfterS: 10 },
} as const satisfies Record<string, Behaviour>

export type Mode = keyof typeof behaviours

export const modes = Object.keys(behaviours) as Mode[]

export const behaviourOf = (mode: Mode): Behaviour => behaviours[mode]

export const isMode = (text: unknown): text is Mode => typeof text === 'string' && Object.hasOwn(behaviours, text)
