import { partnerApi } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import { type AdmitServices, admitPartner } from '../access/admit-partner.ts'
import { dailyFilePages, dailyFileRoutes } from '../partners/daily-files/partner-api.ts'
import { eventRoutes } from '../partners/webhooks/partner-api.ts'
import type { TestServices } from '../partners/webhooks/send-test-event.ts'
import { playerTransactionRoutes } from '../payments/transactions/partner-api.ts'
import type { PlayerTransactionServices } from '../payments/transactions/services.ts'
import { bindApi } from '../platform/http/bind-api.ts'

/** The partner API: the calls that player services make. */
export const partnerPages =
  (services: AdmitServices & PlayerTransactionServices & TestServices): FastifyPluginAsync =>
  async (app) => {
    const routes = [...playerTransactionRoutes(services), ...eventRoutes(services), ...dailyFileRoutes(services)]
    await app.register(bindApi(partnerApi, routes, admitPartner(services)))
    await app.register(dailyFilePages(services))
  }
