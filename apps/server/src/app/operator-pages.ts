import { operatorApi } from '@cashbox/contract/operator'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config.ts'
import { admitOperator } from '../doors/operator/admit-operator.ts'
import { exportPages } from '../doors/operator/exports/export-pages.ts'
import { agentRoutes } from '../doors/operator/manage-agents/routes.ts'
import { channelRoutes } from '../doors/operator/manage-channels/routes.ts'
import { operatorRoutes } from '../doors/operator/manage-operators/routes.ts'
import { partnerRoutes } from '../doors/operator/manage-partners/routes.ts'
import { rateRoutes } from '../doors/operator/manage-rates/routes.ts'
import { transactionRoutes } from '../doors/operator/manage-transactions/routes.ts'
import { moneyRoutes } from '../doors/operator/money/routes.ts'
import { riskRoutes } from '../doors/operator/risk/routes.ts'
import { settingRoutes } from '../doors/operator/settings/routes.ts'
import { watchRoutes } from '../doors/operator/watch/routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { bindApi } from '../platform/http/bind-api.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Live } from '../platform/live.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { termServices } from './term-services.ts'

interface OperatorPages {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly limits: RateLimits
  readonly live: Live
}

/** The operator API: every feature's calls behind one door. */
export function operatorPages({ config, db, clock, keyring, limits, live }: OperatorPages): FastifyPluginAsync {
  const { publicUrl, mode } = config
  const guard = { db, clock, isSecure: publicUrl.startsWith('https://') }
  const routes = [
    ...operatorRoutes({ db, clock, limits, keyring, publicUrl, needsSecondFactor: mode === 'production' }),
    ...moneyRoutes({ ...termServices(config, clock), db, onChanged: live.publish }),
    ...agentRoutes({
      db,
      clock,
      keyring,
      publicUrl,
      explorerUrl: config.tron.explorerUrl,
      onChanged: (agentId) => live.publish(agentId, 'status', 'balance'),
    }),
    ...transactionRoutes({ db, clock, onChanged: (agentId) => live.publish(agentId, 'transactions') }),
    ...channelRoutes({ db, clock }),
    ...partnerRoutes({ db, clock, keyring, mayBePrivate: mode === 'sandbox' }),
    ...rateRoutes({ db, clock, tron: config.tron, perfectMoney: config.perfectMoney, rates: config.rates }),
    ...settingRoutes({ db, clock }),
    ...watchRoutes({ db, clock, rates: config.rates }),
    ...riskRoutes({ db, clock }),
  ]
  return async (api) => {
    await api.register(cookie)
    await api.register(bindApi(operatorApi, routes, admitOperator(guard)))
    await api.register(exportPages({ ...guard, routes }))
  }
}
