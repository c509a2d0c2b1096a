import { partnerApi } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import type { TestServices } from '../../domain/partners/send-test-event.ts'
import { bindApi } from '../../platform/http/bind-api.ts'
import { type AdmitServices, admitPartner } from './admit-partner.ts'
import { dailyFilePages, dailyFileRoutes } from './daily-files/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { playerTransactionRoutes } from './player-transactions/routes.ts'
import type { PlayerTransactionServices } from './player-transactions/services.ts'

/** The partner API: the calls that player services make. */
export const partnerPages =
  (services: AdmitServices & PlayerTransactionServices & TestServices): FastifyPluginAsync =>
  async (app) => {
    const routes = [...playerTransactionRoutes(services), ...eventRoutes(services), ...dailyFileRoutes(services)]
    await app.register(bindApi(partnerApi, routes, admitPartner(services)))
    await app.register(dailyFilePages(services))
  }
