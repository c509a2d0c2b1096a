import { Readable } from 'node:stream'
import * as contract from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { readFields } from '../../platform/http/read-input.ts'
import { type AdmitServices, admitPartner } from './admit-partner.ts'
import { cancel, reverse, unlock } from './change-transaction.ts'
import { create } from './create-transaction.ts'
import { listEvents, redeliver } from './events.ts'
import { bodyOf, keepBodyAsText, partnerApiPlugin, partnerRoute } from './partner-api.ts'
import { listTransactions, readTransaction } from './read-transactions.ts'
import { csvFile, dayOf, jsonFile } from './reconciliation.ts'

export interface PartnerServices extends AdmitServices {
  /** An agent has something new to look at: a transaction came, went, or was taken back. */
  readonly onChanged: (agentId: string) => void
}

/** The partner API: what player services ask of us. */
export function partnerPages(services: PartnerServices): FastifyPluginAsync {
  const { db, clock, onChanged } = services
  const routes = [
    partnerRoute(contract.createTransaction, ({ playerServiceId }, input) =>
      create({ ...services, onOpened: onChanged }, playerServiceId, input),
    ),
    partnerRoute(contract.readTransaction, async ({ playerServiceId }, { transaction_id }) => ({
      transaction: await readTransaction(db, playerServiceId, transaction_id),
    })),
    partnerRoute(contract.listTransactions, ({ playerServiceId }, input) =>
      listTransactions(db, playerServiceId, input),
    ),
    partnerRoute(contract.cancelTransaction, ({ playerServiceId }, { transaction_id }) =>
      cancel(services, playerServiceId, transaction_id),
    ),
    partnerRoute(contract.unlockTransaction, ({ playerServiceId }, { transaction_id }) =>
      unlock(services, playerServiceId, transaction_id),
    ),
    partnerRoute(contract.reverseTransaction, ({ playerServiceId, keyId }, input) =>
      reverse(services, playerServiceId, { ...input, askedBy: keyId }),
    ),
    partnerRoute(contract.listEvents, ({ playerServiceId }, input) => listEvents(db, playerServiceId, input)),
    partnerRoute(contract.redeliverEvent, ({ playerServiceId }, { event_id }) =>
      redeliver(db, clock, playerServiceId, event_id),
    ),
  ]
  return async (app) => {
    await app.register(partnerApiPlugin(services, routes))
    await app.register(reconciliationFiles(services))
  }
}

const DayFile = z.strictObject({ file: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.(csv|json)$/)) })

/** A day as a file. Not an endpoint of the contract: it is streamed, and it is no JSON envelope. */
const reconciliationFiles =
  (services: PartnerServices): FastifyPluginAsync =>
  async (app) => {
    keepBodyAsText(app)
    app.get('/reconciliation/:file', async (request, reply) => {
      const { playerServiceId } = await admitPartner(services, request, bodyOf(request), 'read')
      const { file } = readFields(DayFile, request.params)
      const [name = '', format] = file.split('.')
      const day = dayOf(name, services.clock)
      const isCsv = format === 'csv'
      const pieces = (isCsv ? csvFile : jsonFile)(services.db, playerServiceId, day)
      return reply
        .type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="cashbox-${file}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(pieces))
    })
  }
