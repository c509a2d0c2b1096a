import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { refusal } from '../refusal.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { altchaCheck } from './altcha.ts'
import { type RecaptchaConfig, recaptchaCheck } from './recaptcha.ts'

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
