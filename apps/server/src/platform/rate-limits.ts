import { col, type Database } from '@cashbox/postgres/database'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { rangesOf } from './addresses.ts'
import { refusal } from './refusal.ts'
import { hashToken } from './secrets/keyring.ts'

/**
 * `duration` is in seconds. Counted in the database, for all processes together. Limits that end in `-address` count an
 * IPv4 address, or the /64 and the /48 of an IPv6 address.
 */
const limits = {
  'login-account': { points: 10, duration: 15 * 60 },
  // Log-in attempts of an agent from a range where they logged in before.
  'login-known': { points: 10, duration: 15 * 60 },
  'login-address': { points: 100, duration: 15 * 60 },
  // Log-in attempts of an operator from a browser that logged in before, and failures of all others.
  'operator-device': { points: 10, duration: 15 * 60 },
  'operator-account': { points: 3, duration: 15 * 60 },
  'operator-address': { points: 10, duration: 15 * 60 },
  'audited-failure': { points: 1, duration: 60 * 60 },
  'recovery-account': { points: 60, duration: 15 * 60 },
  'signup-account': { points: 5, duration: 60 * 60 },
  'signup-address': { points: 20, duration: 60 * 60 },
  'mail-account': { points: 5, duration: 60 * 60 },
  'mail-address': { points: 30, duration: 60 * 60 },
  'link-address': { points: 60, duration: 15 * 60 },
  'lookup-account': { points: 120, duration: 60 },
  'lookup-address': { points: 600, duration: 60 },
  'guess-account': { points: 20, duration: 10 * 60 },
  'guess-address': { points: 100, duration: 10 * 60 },
  // Questions about players to partners, and those that a partner refused.
  'player-check-account': { points: 60, duration: 10 * 60 },
  'player-guess-account': { points: 20, duration: 10 * 60 },
  // The geocoder may be a free public one.
  'place-account': { points: 60, duration: 60 },
  'file-account': { points: 30, duration: 10 * 60 },
  // Push endpoints and notice settings.
  'settings-account': { points: 60, duration: 10 * 60 },
  'docs-address': { points: 120, duration: 60 },
  'receipt-address': { points: 30, duration: 10 * 60 },
  'partner-key': { points: 3000, duration: 60 },
  'partner-address': { points: 100, duration: 10 * 60 },
  // Each waits for an answer from the partner's server.
  'webhook-test': { points: 20, duration: 10 * 60 },
  // A thief of a key could otherwise replace the new key again and again.
  'key-rotation': { points: 5, duration: 60 * 60 },
  'callback-address': { points: 100, duration: 10 * 60 },
} as const

type LimitName = keyof typeof limits

/** All 65,536 networks of a /48 together get this many times the limit: it may be one server or a whole office. */
const SITE_ALLOWANCE = 10

/** Cached counter keys, because the same agents call again and again. */
const KNOWN_COUNTERS = 1_000

interface Counter {
  readonly key: string
  readonly points: number
}

export interface Allowance {
  readonly left: number
  readonly resetS: number
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** `scale` multiplies every limit: a sandbox is used by scripts from one address. */
export function createRateLimits(db: Database, { scale = 1 }: { scale?: number } = {}) {
  const storeClient = asPgClient(db)
  const limiterOf = (keyPrefix: string, name: LimitName, times: number) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points: limits[name].points * times,
      duration: limits[name].duration,
    })
  const limiters = Object.fromEntries(
    (Object.keys(limits) as LimitName[]).map((name) => {
      const wide = limiterOf(`${name}-site`, name, scale * SITE_ALLOWANCE)
      return [name, { narrow: limiterOf(name, name, scale), wide }]
    }),
  ) as Record<LimitName, Record<'narrow' | 'wide', RateLimiterPostgres>>
  /** The narrow counter first. */
  const countedBy = (name: LimitName, subject: string) => {
    const { range, site } = name.endsWith('-address') ? rangesOf(subject) : { range: subject, site: null }
    const narrow = { limiter: limiters[name].narrow, hash: hashToken(range) }
    return site === null
      ? ([narrow] as const)
      : ([narrow, { limiter: limiters[name].wide, hash: hashToken(site) }] as const)
  }
  const countersOf = (name: LimitName, subject: string): readonly [Counter, Counter?] => {
    const [narrow, wide] = countedBy(name, subject)
    return wide ? [toCounter(narrow), toCounter(wide)] : [toCounter(narrow)]
  }
  const known = new Map<string, readonly [Counter, Counter?]>()
  /** Counts one more without refusing, and returns the count. */
  const count = async (name: LimitName, subject: string): Promise<number> => {
    const states = []
    for (const { limiter, hash } of countedBy(name, subject)) states.push(await limiter.penalty(hash))
    return states[0]?.consumedPoints ?? 0
  }
  return {
    /** Uses one and returns what is left; refuses when the limit is reached. */
    async spend(name: LimitName, subject: string): Promise<Allowance> {
      try {
        const states: RateLimiterRes[] = []
        for (const { limiter, hash } of countedBy(name, subject)) states.push(await limiter.consume(hash))
        return {
          left: Math.min(...states.map(({ remainingPoints }) => remainingPoints)),
          resetS: Math.max(...states.map(({ msBeforeNext }) => Math.ceil(msBeforeNext / 1000))),
        }
      } catch (exceeded) {
        throw exceeded instanceof RateLimiterRes ? exceededBy(exceeded) : exceeded
      }
    },
    /** Returns one after a legitimate attempt. */
    async giveBack(name: LimitName, subject: string) {
      for (const { limiter, hash } of countedBy(name, subject)) await limiter.reward(hash)
    },
    count,
    /** The same for a limit that `check` refuses by later. */
    note: async (name: LimitName, subject: string) => void (await count(name, subject)),
    /** Uses up all but `left` of the current window, so that a limit can be tried in the sandbox. */
    async leave(name: LimitName, subject: string, left: number) {
      for (const { limiter, hash } of countedBy(name, subject)) {
        const state = await limiter.get(hash)
        const unused = limiter.points - left - (state?.consumedPoints ?? 0)
        if (unused > 0) await limiter.penalty(hash, unused)
      }
    },
    policy: (name: LimitName) => ({ points: limits[name].points * scale, windowS: limits[name].duration }),
    exceeds: (name: LimitName, count: number) => count > limits[name].points * scale,
    /** Refuses when the limit is reached, without counting. */
    async check(name: LimitName, subject: string) {
      for (const { limiter, hash } of countedBy(name, subject)) {
        const state = await limiter.get(hash)
        if (state && state.remainingPoints <= 0) throw exceededBy(state)
      }
    },
    /** A limit's counter name and limits, for SQL that finds the subject itself (`counted_as`). */
    series: (name: LimitName) => ({
      name,
      points: limits[name].points * scale,
      sitePoints: limits[name].points * scale * SITE_ALLOWANCE,
    }),
    /** A subject's counters and their limits, for SQL that reads them in its own transaction. */
    counters(name: LimitName, subject: string): readonly [Counter, Counter?] {
      const asked = `${name} ${subject}`
      const counters = known.get(asked) ?? countersOf(name, subject)
      if (known.size >= KNOWN_COUNTERS) known.clear()
      known.set(asked, counters)
      return counters
    },
  }
}

const toCounter = ({ limiter, hash }: { readonly limiter: RateLimiterPostgres; readonly hash: string }): Counter => ({
  key: `${limiter.keyPrefix}:${hash}`,
  points: limiter.points,
})

const exceededBy = ({ msBeforeNext }: RateLimiterRes) =>
  refusal('too_many_requests', { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })

// The limiter speaks to a pg client; this is one on our database, with int8 as the numbers it expects.
const asPgClient = (db: Database) => ({
  async query({ name, text, values }: { name?: string; text: string; values: unknown[] }) {
    const rows = await db.query(
      { name: name ?? '', text, values },
      { points: col.int4, expire: col.nullable(col.int8) },
    )
    return {
      rowCount: rows.length,
      rows: rows.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) })),
    }
  },
})
