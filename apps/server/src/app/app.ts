import { join } from 'node:path'
import { partnerApi } from '@cashbox/contract/partner'
import type { MailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import { admitAgent, agentCalls } from '../access/admit-agent.ts'
import { admitPartner } from '../access/admit-partner.ts'
import { liveStream } from '../access/live-stream.ts'
import { createSessions } from '../access/sessions.ts'
import { profileRoutes } from '../agents/agent-api.ts'
import { authRoutes } from '../agents/auth/agent-api.ts'
import { statementRoutes } from '../balances/agent-api.ts'
import { forecastRoutes } from '../balances/forecast/agent-api.ts'
import { docsPages } from '../docs/docs-pages.ts'
import { inboxRoutes } from '../notices/agent-api.ts'
import { dailyFileRoutes } from '../partners/daily-files/partner-api.ts'
import { ownRoutes } from '../partners/partner-api.ts'
import { secretPages } from '../partners/secret-pages.ts'
import { settlementRoutes } from '../partners/settlement/partner-api.ts'
import { eventRoutes } from '../partners/webhooks/partner-api.ts'
import { paymentRoutes } from '../payments/agent-api.ts'
import { createRefusalCounter } from '../payments/count-refusals.ts'
import { fileRoutes } from '../payments/downloads/agent-api.ts'
import { receiptPages } from '../payments/receipts/receipt-pages.ts'
import { prepareDemo, samplesFor } from '../payments/sample-history.ts'
import { playerTransactionRoutes } from '../payments/transactions/partner-api.ts'
import { shopRoutes } from '../people/agent-api.ts'
import { createCaptcha } from '../platform/captcha/captcha.ts'
import { createOpenFiles } from '../platform/files/open-files.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { publicStyles } from '../platform/http/public-page.ts'
import { addressOfCaller } from '../platform/http/read-headers.ts'
import { createLive } from '../platform/live.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { Tracer } from '../platform/log/tracing.ts'
import { version } from '../platform/log/version.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import type { Services } from '../platform/services.ts'
import { readSettings } from '../platform/settings.ts'
import { toolRoutes } from '../texts/agent-api.ts'
import { imagePages } from '../texts/images.ts'
import { walletRoutes } from '../topups/agent-api.ts'
import { perfectMoneyCallbacks } from '../topups/perfect-money/status-pages.ts'
import { addressOf } from './address-of.ts'
import { agentApp } from './agent-app.ts'
import { openReplica } from './open-database.ts'
import { operatorPages } from './operator-pages.ts'
import { separateHosts } from './separate-hosts.ts'
import { statusPages } from './status-pages.ts'
import { serveWebApp } from './web-app.ts'

/** In the sandbox one address makes many calls: scripts, tests, several people behind one machine. */
const SANDBOX_ALLOWANCE = 20
const AGENT_APP = join(import.meta.dirname, '../../../agent/dist')
const CONSOLE = join(import.meta.dirname, '../../../console/dist')

export interface AppOptions extends Pick<Services, 'config' | 'db' | 'keyring' | 'clock' | 'log'> {
  /** The sandbox's mailbox; null when mail really leaves. */
  readonly inbox: MailInbox | null
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
  /** Multiplies every rate limit; by default 1, and more in the sandbox. */
  readonly allowance?: number
  /** Where the build of the agents' app is, if not in its own folder. */
  readonly webFolder?: string
  readonly consoleFolder?: string
}

/** Builds the HTTP server with all routes. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, keyring, clock, log, inbox, allowance, webFolder = AGENT_APP, consoleFolder = CONSOLE } = options
  const { publicUrl, apiBase, perfectMoney } = config
  const isSandbox = config.mode === 'sandbox'
  const metrics = createMetrics(config.network)
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
  const replica = await openReplica(config, { db, metrics, log })
  http.addHook('onClose', () => replica.close())
  const consoleHost = new URL(config.consoleUrl).host
  if (consoleHost !== new URL(publicUrl).host) http.addHook('onRequest', separateHosts(consoleHost))
  const live = await createLive(db, (error) => log.error({ err: error }, 'could not send a live update'))
  http.addHook('onClose', () => live.close())
  const files = createOpenFiles()
  http.addHook('preClose', async () => files.closeAll())
  const services: Services = {
    db,
    clock,
    log,
    config,
    keyring,
    limits: createRateLimits(db, { scale: allowance ?? (isSandbox ? SANDBOX_ALLOWANCE : 1) }),
    captcha: createCaptcha({ config: config.captcha, db, clock, keyring }),
    metrics,
    files,
    live,
    address: () => addressOf(http),
  }
  const sessions = createSessions(services)
  const refusals = createRefusalCounter(services)
  http.addHook('onClose', () => refusals.close())
  const routes = [
    ...authRoutes({ ...services, demos: { prepare: prepareDemo(services), samplesFor } }),
    ...toolRoutes(services),
    ...profileRoutes(services),
    ...shopRoutes(services),
    ...forecastRoutes(services),
    ...inboxRoutes(services),
    ...walletRoutes(services),
    ...paymentRoutes(services, { sessions, refusals }),
    ...fileRoutes(services),
    ...statementRoutes(services),
  ]
  await http.register(bindApi(agentCalls, routes, admitAgent({ db, sessions }), { db }), { prefix: '/api' })
  await http.register(liveStream(live, sessions), { prefix: '/api' })
  const partnerRoutes = [
    ...playerTransactionRoutes(services),
    ...eventRoutes(services),
    ...dailyFileRoutes(services),
    ...settlementRoutes(services),
    ...ownRoutes(services),
  ]
  await http.register(bindApi(partnerApi, partnerRoutes, admitPartner(services), services), { prefix: '/partner/v1' })
  if (perfectMoney) await http.register(perfectMoneyCallbacks(services, perfectMoney))
  await http.register(operatorPages(services, replica.db), { prefix: '/operator/v1' })
  await http.register(imagePages)
  await http.register(publicStyles)
  await http.register(receiptPages(services))
  await http.register(secretPages(services))
  await http.register(async (pages) => {
    pages.addHook('onRequest', async (request) => {
      await services.limits.spend('docs-address', addressOfCaller(request))
    })
    await pages.register(docsPages({ publicUrl, consoleUrl: config.consoleUrl, version }))
  })
  await http.register(statusPages(services))
  if (isSandbox) {
    const { sandboxPages } = await import('../sandbox/sandbox-pages.ts')
    await http.register(sandboxPages(services, inbox))
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
