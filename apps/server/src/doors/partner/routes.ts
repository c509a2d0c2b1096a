import { partnerApi } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import { bindApi } from '../../platform/http/bind-api.ts'
import { type AdmitServices, admitPartner } from './admit-partner.ts'
import { eventRoutes } from './events/routes.ts'
import { playerTransactionRoutes } from './player-transactions/routes.ts'
import type { PlayerTransactionServices } from './player-transactions/services.ts'
import { reconciliationFiles } from './reconciliation/reconciliation-files.ts'

/** The partner API: the calls that player services make. */
export const partnerPages =
  (services: AdmitServices & PlayerTransactionServices): FastifyPluginAsync =>
  async (app) => {
    const routes = [...playerTransactionRoutes(services), ...eventRoutes(services)]
    await app.register(bindApi(partnerApi, routes, admitPartner(services)))
    await app.register(reconciliationFiles(services))
  }
