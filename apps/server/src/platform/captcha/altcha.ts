import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { keyedHash } from '../secrets.ts'
import type { CaptchaCheck } from './captcha-check.ts'

// About 150 ms on a laptop and one to two seconds on a cheap phone.
const COST = 1_000
const COUNTERS = { least: 200, most: 600 }
const LIFETIME_MS = 10 * 60 * 1000

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string(),
      expiresAt: z.number(),
      data: z.object({ action: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})

function decode(token: string) {
  try {
    return Answer.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

interface AltchaOptions {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
}

/** A proof of work that needs no outside service. Each challenge is for one action and works once, on any process. */
export function altchaCheck({ db, clock, secret }: AltchaOptions): CaptchaCheck {
  const secrets = {
    hmacSignatureSecret: keyedHash(secret, 'altcha challenge'),
    hmacKeySignatureSecret: keyedHash(secret, 'altcha key'),
  }
  return {
    async describe(action) {
      const challenge = action
        ? await createChallenge({
            algorithm: 'PBKDF2/SHA-256',
            cost: COST,
            counter: randomInt(COUNTERS.most, COUNTERS.least),
            data: { action },
            expiresAt: new Date(clock.now().getTime() + LIFETIME_MS),
            deriveKey,
            ...secrets,
          })
        : null
      return { captcha_type: 'altcha', recaptcha_site_key: null, challenge: challenge && { ...challenge } }
    },

    async verify(action, token) {
      const answer = decode(token)
      if (!answer || answer.challenge.parameters.data.action !== action) return 'failed'
      const { verified } = await verifySolution({
        challenge: answer.challenge as unknown as Challenge,
        solution: answer.solution,
        deriveKey,
        ...secrets,
      }).catch(() => ({ verified: false }))
      if (!verified) return 'failed'
      const { nonce, expiresAt } = answer.challenge.parameters
      const added = await db.execute(sql`
        insert into used_captcha (nonce, expires_at) values (${nonce}, ${new Date(expiresAt * 1000)})
        on conflict do nothing`)
      return added === 1 ? 'passed' : 'failed'
    },
  }
}
