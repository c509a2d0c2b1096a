import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'
import { logFailure } from './log.ts'

export interface CaptchaFields {
  readonly captcha_type?: string
  readonly captcha_id?: string
  readonly captcha_text?: string
}

type SetUp = OutputOf<typeof getCaptcha>

/** The bot check of an app. `ask` asks the server which check is in force, with a challenge when there is an action. */
export function createCaptcha(ask: (action?: CaptchaAction) => Promise<SetUp>) {
  return {
    /** At start-up: learns which check is in force, and fetches the provider's script where there is one. */
    async setUp(): Promise<void> {
      try {
        const { captcha_type, recaptcha_site_key } = await ask()
        if (captcha_type === 'recaptcha' && recaptcha_site_key) await loadRecaptcha(recaptcha_site_key)
      } catch (error) {
        logFailure('the bot check could not be set up', error)
      }
    },

    /** Proves that no robot fills in the form. When that fails nothing is sent, and the server decides. */
    async solve(action: CaptchaAction): Promise<CaptchaFields> {
      try {
        const setUp = await ask(action)
        if (setUp.captcha_type === 'off') return {}
        const captcha_text = await (setUp.captcha_type === 'altcha' ? proveWork(setUp) : askGoogle(setUp, action))
        return { captcha_type: setUp.captcha_type, captcha_id: action, captcha_text }
      } catch (error) {
        logFailure('the bot check failed', error)
        return {}
      }
    },
  }
}

async function proveWork({ challenge }: SetUp): Promise<string> {
  const [{ solveChallengeWorkers }, { default: Pbkdf2Worker }] = await Promise.all([
    import('altcha/lib'),
    window.isSecureContext ? import('altcha/workers/pbkdf2?worker') : import('./plain-worker.ts?worker'),
  ])
  const task = challenge as unknown as Parameters<typeof solveChallengeWorkers>[0]['challenge']
  const solution = await solveChallengeWorkers({
    challenge: task,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
    createWorker: () => new Pbkdf2Worker(),
  })
  if (!solution) throw new Error('the proof of work was not found')
  return btoa(JSON.stringify({ challenge: task, solution }))
}

interface Recaptcha {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const recaptchaOf = (page: Window) => (page as Window & { grecaptcha?: Recaptcha }).grecaptcha

let script: Promise<Recaptcha> | null = null

function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  script ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    element.addEventListener('error', () => {
      script = null
      reject(new Error('the script of the bot check did not load'))
    })
    element.addEventListener('load', () => {
      const recaptcha = recaptchaOf(window)
      if (recaptcha) recaptcha.ready(() => resolve(recaptcha))
      else reject(new Error('the script of the bot check is not what it should be'))
    })
    document.head.append(element)
  })
  return script
}

async function askGoogle({ recaptcha_site_key }: SetUp, action: CaptchaAction): Promise<string> {
  if (!recaptcha_site_key) throw new Error('the bot check has no site key')
  const recaptcha = await loadRecaptcha(recaptcha_site_key)
  return recaptcha.execute(recaptcha_site_key, { action })
}
