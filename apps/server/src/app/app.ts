import type { MailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { docsPages } from '../features/docs/docs-pages.ts'
import { paymentRoutes } from '../features/payments/routes.ts'
import { samplesFor } from '../features/payments/sample-history.ts'
import { profileRoutes } from '../features/profile/routes.ts'
import { imagePages } from '../features/tools/images.ts'
import { toolRoutes } from '../features/tools/routes.ts'
import { walletRoutes } from '../features/wallets/routes.ts'
import { createCaptcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { agentApiPlugin } from '../platform/http/api.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { createSessions } from '../platform/sessions.ts'
import { prepareDemo } from './prepare-demo.ts'
import { sandboxPages } from './sandbox-pages.ts'
import { statusPages } from './status-pages.ts'
import { version } from './version.ts'

/** In the sandbox one address makes many calls: scripts, tests, several people behind one machine. */
const SANDBOX_ALLOWANCE = 20

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** The sandbox's mailbox; null when mail really leaves. */
  readonly inbox: MailInbox | null
  /** Multiplies every rate limit; by default 1, and more in the sandbox. */
  readonly allowance?: number
}

/** Puts the pieces together. Nothing here listens or works yet. */
export async function buildApp({ config, db, clock, log, inbox, allowance }: AppOptions): Promise<FastifyInstance> {
  const { secret, publicUrl, tron, perfectMoney } = config
  const isSandbox = config.mode === 'sandbox'
  const metrics = createMetrics()
  const http = await createHttpServer({
    log,
    metrics,
    trustProxy: config.trustProxy,
    csp: {
      formAction: perfectMoney ? [new URL(perfectMoney.actionUrl).origin] : [],
      recaptcha: config.captcha.type === 'recaptcha',
    },
  })
  const sessions = createSessions(db, clock, (error) => log.error({ err: error }, 'a session was not touched'))
  const limits = createRateLimits(db, { scale: allowance ?? (isSandbox ? SANDBOX_ALLOWANCE : 1) })
  const captcha = createCaptcha({ config: config.captcha, db, clock, secret })
  const routes = [
    ...authRoutes({
      db,
      clock,
      sessions,
      limits,
      captcha,
      publicUrl,
      samplesFor,
      prepareDemo: prepareDemo({ clock, secret }),
    }),
    ...toolRoutes({ db, clock, captcha, publicUrl }),
    ...profileRoutes({ db }),
    ...walletRoutes({ db, clock, tron, perfectMoney, publicUrl }),
    ...paymentRoutes({ db, clock, limits, metrics, secret }),
  ]
  await http.register(agentApiPlugin({ db, sessions, routes }), { prefix: '/api' })
  await http.register(imagePages)
  await http.register(docsPages({ publicUrl, version }))
  await http.register(statusPages({ db, metrics, metricsToken: config.metricsToken }))
  if (isSandbox) await http.register(sandboxPages({ db, clock, secret, inbox }))
  return http
}
