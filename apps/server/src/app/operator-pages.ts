import type { Endpoint } from '@cashbox/contract'
import { chartCalls, exportedLists, operatorApi } from '@cashbox/contract/operator'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import { admitOperator, type OperatorRoute } from '../access/admit-operator.ts'
import { bulkRoutes, type RowActs } from '../access/bulk-acts.ts'
import { mapRoutes } from '../agents/map/operator-api.ts'
import { agentBulkActs, agentChanges, agentRoutes } from '../agents/operator-api.ts'
import type { AgentServices } from '../agents/services.ts'
import { type Executors, executorsOf } from '../approvals/decide-request.ts'
import type { ChangeActs } from '../approvals/kinds.ts'
import { approvalBulkActs, approvalRoutes } from '../approvals/operator-api.ts'
import { exportPages } from '../console-tools/exports/export-pages.ts'
import { listViewRoutes } from '../console-tools/list-views/operator-api.ts'
import type { MoneyServices } from '../money/find-subject.ts'
import { moneyExecutors } from '../money/move-money.ts'
import { moneyChanges, moneyRoutes } from '../money/operator-api.ts'
import { operatorChanges, operatorRoutes } from '../operators/operator-api.ts'
import { partnerFilePages } from '../partners/daily-files/operator-files.ts'
import { partnerChanges, partnerRoutes } from '../partners/operator-api.ts'
import { channelChanges, channelRoutes } from '../payments/channels/operator-api.ts'
import { transactionBulkActs, transactionRoutes } from '../payments/transactions/operator-api.ts'
import type { Captcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import type { Live } from '../platform/live.ts'
import type { Log } from '../platform/log/log.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { settingRoutes } from '../texts/operator-api.ts'
import { rateChanges, topupRoutes } from '../topups/operator-api.ts'
import { alertChanges, alertRoutes } from '../watch/alerts/operator-api.ts'
import { chartRoutes } from '../watch/charts/operator-api.ts'
import { checklistRoutes } from '../watch/checklist/operator-api.ts'
import { watchRoutes } from '../watch/operator-api.ts'
import { riskRoutes } from '../watch/risk/operator-api.ts'
import { termServices, watchFacts } from './watch-facts.ts'

const SANDBOX_GEOCODER = '/sandbox/geocoder/search?q={query}'

interface OperatorPagesOptions {
  readonly config: Config
  readonly db: Database
  /** For reading only: lists, charts and files may come from a replica. */
  readonly reading: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly limits: RateLimits
  readonly captcha: Captcha
  readonly log: Log
  readonly live: Live
  /** Where this process listens, for the sandbox's geocoder. */
  readonly address: () => string
}

export function operatorPages(services: OperatorPagesOptions): FastifyPluginAsync {
  const { config, db, reading, clock, keyring } = services
  const guard = { db, clock, isSecure: config.publicUrl.startsWith('https://') }
  const onPrimary = routesOn(db, services)
  const onReplica = reading === db ? onPrimary : routesOn(reading, services)
  const routes = onPrimary.map((route) =>
    readEndpoints.has(route.endpoint)
      ? (onReplica.find(({ endpoint }) => endpoint === route.endpoint) ?? route)
      : route,
  )
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
  { config, clock, keyring, limits, captcha, live, log, address }: OperatorPagesOptions,
): OperatorRoute[] {
  const { mode } = config
  const agents: AgentServices = {
    db,
    clock,
    keyring,
    publicUrl: config.publicUrl,
    explorerUrl: config.tron.explorerUrl,
    onChanged: (agentId) => live.publish(agentId, 'status', 'balance', 'notices'),
  }
  const rates = { db, clock, tron: config.tron, perfectMoney: config.perfectMoney, rates: config.rates }
  const partners = { db, clock, keyring, mayBePrivate: mode === 'sandbox' }
  const money: MoneyServices = { ...termServices(config, clock), db, onChanged: live.publish }
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
  const changes: ChangeActs = {
    ...rateChanges(rates),
    ...agentChanges(agents),
    ...operatorChanges(operators),
    ...partnerChanges(partners),
    ...channelChanges,
    ...alertChanges,
    ...moneyChanges,
  }
  const executors: Executors = { ...executorsOf(changes), ...moneyExecutors(money) }
  const acts: RowActs = {
    ...agentBulkActs(agents),
    ...approvalBulkActs(executors),
    ...transactionBulkActs,
  }
  const onBulkError = (error: unknown) => log.error({ err: error }, 'a row of a bulk act failed')
  const sandboxGeocoder = () => (mode === 'sandbox' ? `${address()}${SANDBOX_GEOCODER}` : null)
  const geocoder = () => config.map.geocoder ?? sandboxGeocoder()
  const onGeocoderError = (error: unknown) => log.warn({ err: error }, 'the geocoder did not answer')
  return [
    ...operatorRoutes(operators),
    ...moneyRoutes(money),
    ...agentRoutes(agents),
    ...transactionRoutes({ db, clock, onChanged: (agentId) => live.publish(agentId, 'transactions') }),
    ...channelRoutes({ db, clock }),
    ...partnerRoutes({ ...partners, limits }),
    ...topupRoutes(rates),
    ...approvalRoutes({ db, clock, executors }),
    ...settingRoutes({ db, clock }),
    ...checklistRoutes({ db, clock, keyring, publicUrl: config.consoleUrl }),
    ...watchRoutes({ db, clock, ...watchFacts(config, keyring) }),
    ...alertRoutes({ db, clock, keyring, mayBePrivate: mode === 'sandbox' }),
    ...chartRoutes({ db, clock }),
    ...mapRoutes({ db, clock, limits, map: config.map, geocoder, onError: onGeocoderError }),
    ...riskRoutes({ db, clock }),
    ...listViewRoutes({ db, clock }),
    ...bulkRoutes({ db, clock, acts, onError: onBulkError }),
  ]
}
