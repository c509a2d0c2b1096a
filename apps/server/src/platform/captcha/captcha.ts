import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { askOutside } from '../http/ask-outside.ts'
import { refusal } from '../refusal.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { altchaCheck } from './altcha.ts'
import type { CaptchaCheck } from './captcha-check.ts'

interface RecaptchaConfig {
  readonly siteKey: string
  readonly secretKey: string
  readonly minimumScore: number
  /** Host names whose tokens count; empty for any. */
  readonly hostnames: readonly string[]
  readonly verifyUrl: string
}

const TIMEOUT_MS = 5_000

const MOST_BYTES = 64 * 1024

const Verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
})

export type CaptchaConfig =
  | { readonly type: 'off' }
  | { readonly type: 'altcha' }
  | ({ readonly type: 'recaptcha' } & RecaptchaConfig)

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
    const { status, text } = await askOutside({
      url: verifyUrl,
      body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    })
    if (status !== 200) return null
    return Verdict.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
