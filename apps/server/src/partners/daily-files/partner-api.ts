import { Day, fileForms, listReconciliationFiles } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { admitSigned, type PartnerRoute, route } from '../../access/admit-partner.ts'
import type { Database } from '../../platform/database/database.ts'
import { readFields } from '../../platform/http/answer.ts'
import type { Services } from '../../platform/services.ts'
import { readPublicKey } from './file-key.ts'
import { findFile, listFiles, sendDailyFile } from './read-file.ts'

const FileRequest = z.strictObject({ day: Day, form: z.enum(fileForms) })

export const dailyFileRoutes = ({ db }: { readonly db: Database }): PartnerRoute[] => [
  route(listReconciliationFiles, async ({ partner, input: { cursor, limit } }) => ({
    ...(await listFiles(db, partner.playerServiceId, { before: cursor ?? null, limit })),
    public_key: await readPublicKey(db),
  })),
]

/** Not an endpoint of the contract, because it is streamed and has no JSON envelope. */
export const dailyFilePages =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    app.get('/reconciliation/:day.:form', async (request, reply) => {
      const { playerServiceId } = await admitSigned(services, 'read', { request, reply, body: '' })
      const { day, form } = readFields(FileRequest, request.params)
      const file = await findFile(services, playerServiceId, day)
      return sendDailyFile(services.db, reply, { playerServiceId, day, form, ...file })
    })
  }
