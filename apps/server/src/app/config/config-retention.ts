import type { Reader } from './config-reader.ts'

/** For how many days is kept what need not be kept for ever. */
export interface RetentionConfig {
  /** Attempts at events that have arrived. */
  readonly attemptDays: number
  /** Log-ins and mail links, after their end. */
  readonly loginDays: number
}

export const readRetention = (env: Reader): RetentionConfig => ({
  attemptDays: env.integer('CASHBOX_KEEP_ATTEMPTS_DAYS', 90, 7, 3660),
  loginDays: env.integer('CASHBOX_KEEP_LOGINS_DAYS', 180, 30, 3660),
})
