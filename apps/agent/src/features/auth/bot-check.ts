import type { CaptchaFields } from '@cashbox/client/captcha'
import type { CaptchaAction } from '@cashbox/contract'

/** Shorter than the server allows, so that an answer doesn't expire in transit. */
const LIFETIME_MS: Readonly<Record<string, number>> = { altcha: 9 * 60_000, recaptcha: 90_000 }

interface CaptchaSource {
  readonly solve: (action: CaptchaAction) => Promise<CaptchaFields>
  readonly nowMs: () => number
}

/** Solving takes seconds on a cheap phone, so it runs while the guest types. Each answer works once. */
export function createBotCheck(action: CaptchaAction, { solve, nowMs }: CaptchaSource) {
  const solveNow = async () => ({ askedAtMs: nowMs(), fields: await solve(action) })
  let prepared: ReturnType<typeof solveNow> | null = null
  return {
    /** Starts solving in the background, unless that is under way. */
    prepare(): void {
      prepared ??= solveNow()
    },
    /** Hands out an answer that was not used yet. */
    async take(): Promise<CaptchaFields> {
      const waiting = prepared
      prepared = null
      const { fields, askedAtMs } = (await waiting) ?? (await solveNow())
      const isGood = fields.captcha_text && nowMs() - askedAtMs < (LIFETIME_MS[fields.captcha_type ?? ''] ?? 0)
      return isGood || !waiting ? fields : solve(action)
    },
  }
}
