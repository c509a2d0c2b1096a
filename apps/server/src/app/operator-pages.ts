import { operatorApi } from '@cashbox/contract/operator'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config.ts'
import { admitOperator } from '../doors/operator/admit-operator.ts'
import { exportPages } from '../doors/operator/exports/export-pages.ts'
import { actOfApproveAgent } from '../doors/operator/manage-agents/approve-agent.ts'
import { agentRoutes } from '../doors/operator/manage-agents/routes.ts'
import { actOfSetTerms } from '../doors/operator/manage-agents/set-terms.ts'
import { approvalRoutes } from '../doors/operator/manage-approvals/routes.ts'
import { channelRoutes } from '../doors/operator/manage-channels/routes.ts'
import { actOfChangeOperator } from '../doors/operator/manage-operators/change-operator.ts'
import { actOfCreateOperator } from '../doors/operator/manage-operators/create-operator.ts'
import { operatorRoutes } from '../doors/operator/manage-operators/routes.ts'
import { partnerRoutes } from '../doors/operator/manage-partners/routes.ts'
import { rateRoutes } from '../doors/operator/manage-rates/routes.ts'
import { actOfSetRate } from '../doors/operator/manage-rates/set-rate.ts'
import { transactionRoutes } from '../doors/operator/manage-transactions/routes.ts'
import { moneyRoutes } from '../doors/operator/money/routes.ts'
import { setLimit } from '../doors/operator/money/set-approval-limit.ts'
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
import { termServices } from './term-services.ts'

interface OperatorPages {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly limits: RateLimits
  readonly captcha: Captcha
  readonly log: Log
  readonly live: Live
}

/** The operator API: every feature's calls behind one door. */
export function operatorPages({
  config,
  db,
  clock,
  keyring,
  limits,
  captcha,
  live,
  log,
}: OperatorPages): FastifyPluginAsync {
  const { publicUrl, mode } = config
  const guard = { db, clock, isSecure: publicUrl.startsWith('https://') }
  const agents = {
    db,
    clock,
    keyring,
    publicUrl,
    explorerUrl: config.tron.explorerUrl,
    onChanged: (agentId: string) => live.publish(agentId, 'status', 'balance'),
  }
  const rates = { db, clock, tron: config.tron, perfectMoney: config.perfectMoney, rates: config.rates }
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
  const acts = {
    rate_set: actOfSetRate(rates),
    agent_approve: actOfApproveAgent(agents),
    agent_terms: actOfSetTerms(agents),
    operator_create: actOfCreateOperator(operators),
    operator_change: actOfChangeOperator(operators),
    approval_limit: setLimit,
  }
  const routes = [
    ...operatorRoutes(operators),
    ...moneyRoutes({ ...termServices(config, clock), db, onChanged: live.publish }),
    ...agentRoutes(agents),
    ...transactionRoutes({ db, clock, onChanged: (agentId) => live.publish(agentId, 'transactions') }),
    ...channelRoutes({ db, clock }),
    ...partnerRoutes({ db, clock, keyring, mayBePrivate: mode === 'sandbox' }),
    ...rateRoutes(rates),
    ...approvalRoutes({ db, clock, acts }),
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
