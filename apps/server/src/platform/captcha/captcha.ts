import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'
import { type Database, sql } from '@cashbox/postgres/database'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { CaptchaConfig } from '../config.ts'
import { fetchOutside } from '../http/fetch-outside.ts'
import { parseJson } from '../parse-json.ts'
import { refusal } from '../refusal.ts'
import type { Keyring } from '../secrets/keyring.ts'

type RecaptchaConfig = Extract<CaptchaConfig, { type: 'recaptcha' }>

/** What the browser sends; any of it may be missing. */
interface CaptchaFields {
  readonly captcha_type?: string | null | undefined
  readonly captcha_id?: string | null | undefined
  readonly captcha_text?: string | null | undefined
}

export interface Captcha {
  readonly isOn: boolean
  describe(action?: CaptchaAction): Promise<OutputOf<typeof getCaptcha>>
  /** Refuses unless the check has passed: no answer, no pass. */
  check(action: CaptchaAction, fields: CaptchaFields, ip: string): Promise<void>
}

interface CaptchaOptions {
  readonly config: CaptchaConfig
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
}

/** A way to check one token. `unknown` when the check could not be made. */
interface CaptchaCheck {
  describe(action?: CaptchaAction): Promise<OutputOf<typeof getCaptcha>>
  verify(action: CaptchaAction, token: string, ip: string): Promise<'passed' | 'failed' | 'unknown'>
}

interface AltchaSecrets {
  readonly hmacSignatureSecret: string
  readonly hmacKeySignatureSecret: string
}

const RECAPTCHA_TIMEOUT_MS = 5_000
const RECAPTCHA_MAX_BYTES = 64 * 1024

const RecaptchaVerdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
})

// About 150 ms on a laptop and one to two seconds on a cheap phone.
const ALTCHA_COST = 1_000
const ALTCHA_COUNTERS = { least: 200, most: 600 }
const CHALLENGE_LIFETIME_MS = 10 * 60 * 1000

const AltchaAnswer = z.object({
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

export function createCaptcha({ config, db, clock, keyring }: CaptchaOptions): Captcha {
  if (config.type === 'off') {
    return {
      isOn: false,
      describe: async () => ({ captcha_type: 'off', recaptcha_site_key: null, challenge: null }),
      check: async () => {},
    }
  }
  const check = config.type === 'altcha' ? altchaCheck({ db, clock, keyring }) : recaptchaCheck(config)
  return {
    isOn: true,
    describe: check.describe,
    async check(action, { captcha_type, captcha_id, captcha_text }, ip) {
      const isForThis = captcha_id === action && (captcha_type ?? config.type) === config.type
      if (!captcha_text || !isForThis) throw refusal('captcha_failed')
      const outcome = await check.verify(action, captcha_text, ip)
      if (outcome === 'unknown') throw refusal('captcha_unavailable')
      if (outcome === 'failed') throw refusal('captcha_failed')
    },
  }
}

/** A proof of work that needs no outside service. Each challenge is for one action and works once, on any process. */
function altchaCheck({ db, clock, keyring }: Omit<CaptchaOptions, 'config'>): CaptchaCheck {
  const [current, ...earlier] = secretsOf(keyring)
  return {
    async describe(action) {
      const challenge = action
        ? await createChallenge({
            algorithm: 'PBKDF2/SHA-256',
            cost: ALTCHA_COST,
            counter: randomInt(ALTCHA_COUNTERS.most, ALTCHA_COUNTERS.least),
            data: { action },
            expiresAt: new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS),
            deriveKey,
            ...current,
          })
        : null
      return { captcha_type: 'altcha', recaptcha_site_key: null, challenge: challenge && { ...challenge } }
    },

    async verify(action, token) {
      const answer = parseJson(AltchaAnswer, Buffer.from(token, 'base64').toString('utf8'))
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

/** The secrets that sign now first, then the ones from before the server's secret was changed. */
function secretsOf(keyring: Keyring): [AltchaSecrets, ...AltchaSecrets[]] {
  const [signature, ...signatures] = keyring.derive('altcha challenge')
  const [key, ...keys] = keyring.derive('altcha key')
  return [
    { hmacSignatureSecret: signature, hmacKeySignatureSecret: key },
    ...signatures.map((one, index) => ({ hmacSignatureSecret: one, hmacKeySignatureSecret: keys[index] ?? '' })),
  ]
}

/** reCAPTCHA v3. The token counts only with a good score, for this action, from one of our pages. */
function recaptchaCheck(config: RecaptchaConfig): CaptchaCheck {
  return {
    describe: async () => ({ captcha_type: 'recaptcha', recaptcha_site_key: config.siteKey, challenge: null }),

    async verify(action, token, ip) {
      const verdict = await askGoogle(config, token, ip)
      if (!verdict) return 'unknown'
      const passed =
        verdict.success &&
        verdict.action === action &&
        (verdict.score ?? 0) >= config.minimumScore &&
        (config.hostnames.length === 0 || config.hostnames.includes(verdict.hostname ?? ''))
      return passed ? 'passed' : 'failed'
    },
  }
}

async function askGoogle({ verifyUrl, secretKey }: RecaptchaConfig, token: string, ip: string) {
  try {
    const { status, text } = await fetchOutside({
      url: verifyUrl,
      body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
      timeoutMs: RECAPTCHA_TIMEOUT_MS,
      maxBytes: RECAPTCHA_MAX_BYTES,
    })
    if (status !== 200) return null
    return parseJson(RecaptchaVerdict, text)
  } catch {
    return null
  }
}
