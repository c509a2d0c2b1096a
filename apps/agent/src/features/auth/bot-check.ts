import type { CaptchaFields } from '@cashbox/client/captcha'
import type { CaptchaAction } from '@cashbox/contract'

/** Shorter than the server allows, so that an answer doesn't expire in transit. */
const LIFETIME_MS: Readonly<Record<string, number>> = { altcha: 9 * 60_000, recaptcha: 90_000 }

interface Prepared {
  readonly fields: CaptchaFields
  readonly askedAtMs: number
}

interface CaptchaSource {
  readonly solve: (action: CaptchaAction) => Promise<CaptchaFields>
  readonly nowMs: () => number
}

export interface BotCheck {
  /** Starts solving in the background, unless that is under way. */
  prepare(): void
  /** Hands out an answer that was not used yet. */
  take(): Promise<CaptchaFields>
}

/** Solving takes seconds on a cheap phone, so it runs while the guest types. Each answer works once. */
export function createBotCheck(action: CaptchaAction, { solve, nowMs }: CaptchaSource): BotCheck {
  let prepared: Promise<Prepared> | null = null

  async function solveNow(): Promise<Prepared> {
    const askedAtMs = nowMs()
    return { fields: await solve(action), askedAtMs }
  }

  const isGood = ({ fields, askedAtMs }: Prepared) =>
    Boolean(fields.captcha_text) && nowMs() - askedAtMs < (LIFETIME_MS[fields.captcha_type ?? ''] ?? 0)

  return {
    prepare() {
      prepared ??= solveNow()
    },
    async take() {
      const waiting = prepared
      prepared = null
      const ready = await waiting
      return ready && isGood(ready) ? ready.fields : solve(action)
    },
  }
}
