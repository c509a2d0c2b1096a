import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { int4, int8, nullable } from './db/columns.ts'
import type { Database } from './db/database.ts'
import { refusal } from './refusal.ts'
import { hashToken } from './secrets.ts'

/** How often, and within how many seconds. Counted in the database, so the same for all processes. */
const limits = {
  'login-account': { points: 10, duration: 15 * 60 },
  'login-address': { points: 100, duration: 15 * 60 },
  'signup-account': { points: 5, duration: 60 * 60 },
  'signup-address': { points: 20, duration: 60 * 60 },
  'mail-account': { points: 5, duration: 60 * 60 },
  'mail-address': { points: 30, duration: 60 * 60 },
  'link-address': { points: 60, duration: 15 * 60 },
  'lookup-account': { points: 120, duration: 60 },
  'lookup-address': { points: 600, duration: 60 },
  'guess-account': { points: 20, duration: 10 * 60 },
  'guess-address': { points: 100, duration: 10 * 60 },
  'partner-key': { points: 3000, duration: 60 },
  'partner-address': { points: 100, duration: 10 * 60 },
  'callback-address': { points: 100, duration: 10 * 60 },
} as const

type LimitName = keyof typeof limits

export interface RateLimits {
  /** Takes one; refuses when none is left. */
  spend(name: LimitName, subject: string): Promise<void>
  /** Gives one back, when the try turned out to be an honest one. */
  giveBack(name: LimitName, subject: string): Promise<void>
  /** Notes one more without refusing; the reader of the counter refuses later. */
  note(name: LimitName, subject: string): Promise<void>
  /** Refuses when none is left, without taking one. */
  check(name: LimitName, subject: string): Promise<void>
  /** Where the counter stands and how far it may go, for SQL that reads it in its own transaction. */
  counter(name: LimitName, subject: string): { readonly key: string; readonly points: number }
}

/** `scale` multiplies every allowance: a sandbox is tried by scripts, from one address. */
export function createRateLimits(db: Database, { scale = 1 }: { scale?: number } = {}): RateLimits {
  const storeClient = asPgClient(db)
  const limiters = new Map(
    Object.entries(limits).map(([name, { points, duration }]) => [
      name as LimitName,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: points * scale,
        duration,
      }),
    ]),
  )
  const limiterOf = (name: LimitName) => {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`unknown rate limit: ${name}`)
    return limiter
  }
  return {
    async spend(name, subject) {
      try {
        await limiterOf(name).consume(hashToken(subject))
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded
        throw exceededBy(exceeded)
      }
    },
    giveBack: async (name, subject) => void (await limiterOf(name).reward(hashToken(subject))),
    note: async (name, subject) => void (await limiterOf(name).penalty(hashToken(subject))),
    async check(name, subject) {
      const state = await limiterOf(name).get(hashToken(subject))
      if (state && state.remainingPoints <= 0) throw exceededBy(state)
    },
    counter: (name, subject) => ({ key: `${name}:${hashToken(subject)}`, points: limits[name].points * scale }),
  }
}

const exceededBy = ({ msBeforeNext }: RateLimiterRes) =>
  refusal('too_many_requests', { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })

// The limiter speaks to a pg client; this is one on whichever engine runs, with int8 as the numbers it expects.
const asPgClient = (db: Database) => ({
  async query({ name, text, values }: { name?: string; text: string; values: unknown[] }) {
    const rows = await db.query({ name: name ?? '', text, values }, { points: int4, expire: nullable(int8) })
    return {
      rowCount: rows.length,
      rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    }
  },
})
