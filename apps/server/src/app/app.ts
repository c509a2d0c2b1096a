import { join } from 'node:path'
import { partnerApi } from '@cashbox/contract/partner'
import type { MailInbox } from '@cashbox/sandbox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { admitAgent, agentCalls } from '../access/admit-agent.ts'
import { type AdmitServices, admitPartner } from '../access/admit-partner.ts'
import { createSessions } from '../access/sessions.ts'
import { profileRoutes } from '../agents/agent-api.ts'
import { authRoutes } from '../agents/auth/agent-api.ts'
import { statementRoutes } from '../balances/agent-api.ts'
import { forecastRoutes } from '../balances/forecast/agent-api.ts'
import { docsPages } from '../docs/docs-pages.ts'
import { inboxRoutes } from '../notices/agent-api.ts'
import { dailyFilePages, dailyFileRoutes } from '../partners/daily-files/partner-api.ts'
import { eventRoutes } from '../partners/webhooks/partner-api.ts'
import type { TestServices } from '../partners/webhooks/send-test-event.ts'
import { paymentRoutes } from '../payments/agent-api.ts'
import { createRefusalCount } from '../payments/count-refusals.ts'
import { fileRoutes } from '../payments/downloads/agent-api.ts'
import { filePages } from '../payments/downloads/request-file.ts'
import { receiptPages } from '../payments/receipts/receipt-pages.ts'
import { samplesFor } from '../payments/sample-history.ts'
import { playerTransactionRoutes } from '../payments/transactions/partner-api.ts'
import type { PlayerTransactionServices } from '../payments/transactions/services.ts'
import { createCaptcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { createOpenFiles } from '../platform/files/open-files.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createLive } from '../platform/live.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { Tracer } from '../platform/log/tracing.ts'
import { version } from '../platform/log/version.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { readSettings } from '../platform/settings.ts'
import { toolRoutes } from '../texts/agent-api.ts'
import { imagePages } from '../texts/images.ts'
import { walletRoutes } from '../topups/agent-api.ts'
import { perfectMoneyCallbacks } from '../topups/perfect-money/status-pages.ts'
import { checkNow } from '../topups/tron/check-addresses.ts'
import { addressOf } from './address-of.ts'
import { agentApp } from './agent-app.ts'
import { liveStream } from './live-stream.ts'
import { measureNetwork } from './measure-network.ts'
import { openReplica } from './open-database.ts'
import { operatorPages } from './operator-pages.ts'
import { prepareDemo } from './prepare-demo.ts'
import { separateHosts } from './separate-hosts.ts'
import { statusPages } from './status-pages.ts'
import { tronWatch } from './tron-watch.ts'
import { watchFacts } from './watch-facts.ts'
import { serveWebApp } from './web-app.ts'

/** In the sandbox one address makes many calls: scripts, tests, several people behind one machine. */
const SANDBOX_ALLOWANCE = 20
/** For each agent. */
const FILES_AT_ONCE = 2
const AGENT_APP = join(import.meta.dirname, '../../../agent/dist')
const CONSOLE = join(import.meta.dirname, '../../../console/dist')

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Log
  /** The sandbox's mailbox; null when mail really leaves. */
  readonly inbox: MailInbox | null
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
  /** Multiplies every rate limit; by default 1, and more in the sandbox. */
  readonly allowance?: number
  /** Where the build of the agents' app is, if not in its own folder. */
  readonly webFolder?: string
  /** The same for the console. */
  readonly consoleFolder?: string
}

/** Builds the HTTP server with all routes. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, keyring, clock, log, inbox, allowance, webFolder = AGENT_APP, consoleFolder = CONSOLE } = options
  const { publicUrl, apiBase, tron, perfectMoney, rates } = config
  const isSandbox = config.mode === 'sandbox'
  const metrics = createMetrics()
  const http = await createHttpServer({
    log,
    metrics,
    tracer: options.tracer,
    trustProxy: config.trustProxy,
    isTlsForSubdomains: config.isTlsForSubdomains,
    csp: {
      connect: originsOf(apiBase),
      images: originsOf(apiBase, publicUrl, config.map.tiles ?? ''),
      formAction: perfectMoney ? [new URL(perfectMoney.actionUrl).origin] : [],
      recaptcha: config.captcha.type === 'recaptcha',
    },
  })
  const reading = await openReplica(config, { db, metrics, log })
  http.addHook('onClose', () => reading.close())
  const consoleHost = new URL(config.consoleUrl).host
  if (consoleHost !== new URL(publicUrl).host) http.addHook('onRequest', separateHosts(consoleHost))
  const sessions = createSessions(db, clock, (error) =>
    log.error({ err: error }, 'could not save when a session was last used'),
  )
  const limits = createRateLimits(db, { scale: allowance ?? (isSandbox ? SANDBOX_ALLOWANCE : 1) })
  const live = await createLive(db, (error) => log.error({ err: error }, 'could not send a live update'))
  http.addHook('onClose', () => live.close())
  const refusals = createRefusalCount({
    db,
    clock,
    onError: (error) => log.warn({ err: error }, 'could not count refusals'),
  })
  http.addHook('onClose', () => refusals.close())
  const watch = tronWatch({ config, db, clock, log, live, address: () => addressOf(http) })
  const captcha = createCaptcha({ config: config.captcha, db, clock, keyring })
  const onNotice = (agentId: string) => live.publish(agentId, 'notices')
  const files = { db, clock, limits, open: createOpenFiles(FILES_AT_ONCE) }
  const routes = [
    ...authRoutes({
      db,
      clock,
      sessions,
      limits,
      captcha,
      keyring,
      publicUrl,
      samplesFor,
      onNotice,
      prepareDemo: prepareDemo({ clock, keyring }),
    }),
    ...toolRoutes({ db, clock, captcha, publicUrl }),
    ...profileRoutes({ db, clock }),
    ...forecastRoutes({ db, clock }),
    ...inboxRoutes({ db, clock, keyring, mayBePrivate: isSandbox, onNotice }),
    ...walletRoutes({
      db,
      clock,
      tron,
      perfectMoney,
      rates,
      publicUrl,
      checkNow: async (agentId) => {
        if (!tron.isOn) return
        await checkNow(watch, agentId, (error) => log.warn({ err: error }, 'could not check the wallets of an agent'))
      },
    }),
    ...paymentRoutes({
      db,
      clock,
      limits,
      sessions,
      metrics,
      keyring,
      publicUrl,
      groupsAtOnce: config.confirmationLanes,
      isPositionTimeRequired: config.isPositionTimeRequired,
      onConfirmed: (agentId) => live.publish(agentId, 'balance', 'payments', 'transactions'),
      onRefused: refusals.noteConfirmation,
      onLookUpRefused: refusals.noteLookUp,
    }),
    ...fileRoutes(files),
    ...statementRoutes({ db, explorerUrl: tron.explorerUrl }),
  ]
  await http.register(bindApi(agentCalls, routes, admitAgent({ db, sessions })), { prefix: '/api' })
  await http.register(filePages(files), { prefix: '/api' })
  await http.register(liveStream({ live, sessions }), { prefix: '/api' })
  const onChanged = (agentId: string) => live.publish(agentId, 'transactions', 'balance', 'payments', 'notices')
  await http.register(partnerPages({ db, clock, limits, keyring, mayBePrivate: isSandbox, onChanged }), {
    prefix: '/partner/v1',
  })
  if (perfectMoney)
    await http.register(perfectMoneyCallbacks({ db, clock, limits, perfectMoney, onChanged: live.publish }))
  await http.register(
    operatorPages({
      config,
      db,
      reading: reading.db,
      clock,
      keyring,
      limits,
      captcha,
      live,
      log,
      address: () => addressOf(http),
    }),
    {
      prefix: '/operator/v1',
    },
  )
  await http.register(imagePages)
  await http.register(receiptPages({ db, limits }))
  await http.register(docsPages({ publicUrl, consoleUrl: config.consoleUrl, version }))
  const measure = () => measureNetwork({ db, clock, metrics, watch: watchFacts(config, keyring) })
  await http.register(statusPages({ db, metrics, metricsToken: config.metricsToken, measure }))
  if (isSandbox) {
    const { sandboxPages } = await import('./sandbox/sandbox-pages.ts')
    await http.register(sandboxPages({ config, db, clock, keyring, inbox }))
  }
  await http.register(async (pages) => {
    await serveWebApp(pages, { folder: consoleFolder, prefix: '/console', isScreen: isConsoleScreen, log })
  })
  await http.register(agentApp({ folder: webFolder, apiBase, readSettings: () => readSettings(db), log }))
  return http
}

// A missing asset belongs to an older page, and is not a screen.
const isConsoleScreen = (path: string) => !path.startsWith('/assets/')

/** Skips paths on this server. */
const originsOf = (...addresses: string[]) => [
  ...new Set(addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin)),
]

const partnerPages =
  (services: AdmitServices & PlayerTransactionServices & TestServices): FastifyPluginAsync =>
  async (app) => {
    const routes = [...playerTransactionRoutes(services), ...eventRoutes(services), ...dailyFileRoutes(services)]
    await app.register(bindApi(partnerApi, routes, admitPartner(services)))
    await app.register(dailyFilePages(services))
  }
