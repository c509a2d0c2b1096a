import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { type Database, sql } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
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

interface AltchaSecrets {
  readonly hmacSignatureSecret: string
  readonly hmacKeySignatureSecret: string
}

/** Those that sign, and those that signed before the server's secret was changed. */
function secretsOf(keyring: Keyring): [AltchaSecrets, ...AltchaSecrets[]] {
  const [signature, ...signatures] = keyring.derive('altcha challenge')
  const [key, ...keys] = keyring.derive('altcha key')
  return [
    { hmacSignatureSecret: signature, hmacKeySignatureSecret: key },
    ...signatures.map((one, index) => ({ hmacSignatureSecret: one, hmacKeySignatureSecret: keys[index] ?? '' })),
  ]
}

interface AltchaOptions {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
}

/** A proof of work that needs no outside service. Each challenge is for one action and works once, on any process. */
export function altchaCheck({ db, clock, keyring }: AltchaOptions): CaptchaCheck {
  const [current, ...earlier] = secretsOf(keyring)
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
            ...current,
          })
        : null
      return { captcha_type: 'altcha', recaptcha_site_key: null, challenge: challenge && { ...challenge } }
    },

    async verify(action, token) {
      const answer = decode(token)
      if (!answer || answer.challenge.parameters.data.action !== action) return 'failed'
      const isRight = (secrets: AltchaSecrets) =>
        verifySolution({
          challenge: answer.challenge as unknown as Challenge,
          solution: answer.solution,
          deriveKey,
          ...secrets,
        }).then(
          ({ verified }) => verified,
          () => false,
        )
      const verified = await Promise.all([current, ...earlier].map(isRight))
      if (!verified.includes(true)) return 'failed'
      const { nonce, expiresAt } = answer.challenge.parameters
      const added = await db.execute(sql`
        insert into used_captcha (nonce, expires_at) values (${nonce}, ${new Date(expiresAt * 1000)})
        on conflict do nothing`)
      return added === 1 ? 'passed' : 'failed'
    },
  }
}
