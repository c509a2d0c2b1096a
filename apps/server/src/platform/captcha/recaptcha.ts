import * as z from 'zod/mini'
import { askOutside } from '../http/ask-outside.ts'
import type { CaptchaCheck } from './captcha-check.ts'

export interface RecaptchaConfig {
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

/** reCAPTCHA v3. The token counts only with a good score, for this action, from one of our pages. */
export function recaptchaCheck(config: RecaptchaConfig): CaptchaCheck {
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
