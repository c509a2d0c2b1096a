import type { Endpoint } from '@cashbox/contract'
import { bulkActs, chartCalls, exportedLists, operatorApi } from '@cashbox/contract/operator'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config.ts'
import { admitOperator, type OperatorRoute } from '../doors/operator/admit-operator.ts'
import { mapRoutes } from '../doors/operator/agent-map/routes.ts'
import { bindList } from '../doors/operator/bind-lists.ts'
import { bulkRoutes } from '../doors/operator/bulk-runs/routes.ts'
import { chartRoutes } from '../doors/operator/charts/routes.ts'
import { checklistRoutes } from '../doors/operator/checklist/routes.ts'
import { exportPages } from '../doors/operator/exports/export-pages.ts'
import { listViewRoutes } from '../doors/operator/list-views/routes.ts'
import { agentRoutes } from '../doors/operator/manage-agents/routes.ts'
import { alertRoutes } from '../doors/operator/manage-alerts/routes.ts'
import { approvalRoutes } from '../doors/operator/manage-approvals/routes.ts'
import { channelRoutes } from '../doors/operator/manage-channels/routes.ts'
import { operatorRoutes } from '../doors/operator/manage-operators/routes.ts'
import { partnerFilePages } from '../doors/operator/manage-partners/partner-file-pages.ts'
import { partnerRoutes } from '../doors/operator/manage-partners/routes.ts'
import { rateRoutes } from '../doors/operator/manage-rates/routes.ts'
import { transactionRoutes } from '../doors/operator/manage-transactions/routes.ts'
import { moneyRoutes } from '../doors/operator/money/routes.ts'
import { riskRoutes } from '../doors/operator/risk/routes.ts'
import { settingRoutes } from '../doors/operator/settings/routes.ts'
import { watchRoutes } from '../doors/operator/watch/routes.ts'
import type { Captcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Live } from '../platform/live.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { operatorActs } from './operator-acts.ts'
import { watchFacts } from './watch-facts.ts'

/** Where the sandbox plays a geocoder. */
const SANDBOX_GEOCODER = '/sandbox/geocoder/search?q={query}'

interface OperatorPages {
  readonly config: Config
  readonly db: Database
  /** The same for reading: lists, charts and files may come from a replica. */
  readonly reading: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly limits: RateLimits
  readonly captcha: Captcha
  readonly log: Log
  readonly live: Live
  /** Where this process is reached, for what the sandbox plays. */
  readonly address: () => string
}

/** The operator API: every feature's calls behind one door. */
export function operatorPages(services: OperatorPages): FastifyPluginAsync {
  const { config, db, reading, clock, keyring } = services
  const guard = { db, clock, isSecure: config.publicUrl.startsWith('https://') }
  const onPrimary = routesOn(db, services)
  const onReplica = reading === db ? onPrimary : routesOn(reading, services)
  const lists = onPrimary.map((route) =>
    readEndpoints.has(route.endpoint)
      ? (onReplica.find(({ endpoint }) => endpoint === route.endpoint) ?? route)
      : route,
  )
  // What is done to the rows of a list is decided by what the primary has.
  const bulkLists = Object.values(bulkActs).map(({ list }) => bindList(onPrimary, list))
  const routes = [...lists, ...bulkRoutes({ db, clock, lists: bulkLists })]
  return async (api) => {
    await api.register(cookie)
    await api.register(bindApi(operatorApi, routes, admitOperator(guard)))
    await api.register(exportPages({ ...guard, routes }))
    await api.register(partnerFilePages({ ...guard, keyring }))
  }
}

/** Lists that become files, and charts. They change nothing. */
const readEndpoints = new Set<Endpoint>([...Object.values(exportedLists), ...chartCalls.map(([endpoint]) => endpoint)])

function routesOn(
  db: Database,
  { config, clock, keyring, limits, captcha, live, log, address }: OperatorPages,
): OperatorRoute[] {
  const { mode } = config
  const { agents, rates, partners, money, changes } = operatorActs({ config, db, clock, keyring, live })
  const operators = {
    db,
    clock,
    limits,
    captcha,
    keyring,
    publicUrl: config.consoleUrl,
    needsSecondFactor: mode === 'production',
    onError: (error: unknown) => log.error({ err: error }, 'could not write the audit of a failed log-in'),
  }
  const ofSandbox = () => (mode === 'sandbox' ? `${address()}${SANDBOX_GEOCODER}` : null)
  const geocoder = () => config.map.geocoder ?? ofSandbox()
  const noteGeocoder = (error: unknown) => log.warn({ err: error }, 'the geocoder did not answer')
  return [
    ...operatorRoutes(operators),
    ...moneyRoutes(money),
    ...agentRoutes(agents),
    ...transactionRoutes({ db, clock, onChanged: (agentId) => live.publish(agentId, 'transactions') }),
    ...channelRoutes({ db, clock }),
    ...partnerRoutes({ ...partners, limits }),
    ...rateRoutes(rates),
    ...approvalRoutes({ db, clock, acts: changes }),
    ...settingRoutes({ db, clock }),
    ...checklistRoutes({ db, clock, keyring, publicUrl: config.consoleUrl }),
    ...watchRoutes({ db, clock, ...watchFacts(config, keyring) }),
    ...alertRoutes({ db, clock, keyring, mayBePrivate: mode === 'sandbox' }),
    ...chartRoutes({ db, clock }),
    ...mapRoutes({ db, clock, limits, map: config.map, geocoder, onError: noteGeocoder }),
    ...riskRoutes({ db, clock }),
    ...listViewRoutes({ db, clock }),
  ]
}
