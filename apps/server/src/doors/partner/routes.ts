import { Readable } from 'node:stream'
import * as contract from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { bindApi } from '../../platform/http/bind-api.ts'
import { readFields } from '../../platform/http/read-input.ts'
import { type AdmitServices, admitPartner, admitSigned, route } from './admit-partner.ts'
import { cancel, reverse, unlock } from './change-transaction.ts'
import { create } from './create-transaction.ts'
import { listEvents, redeliver } from './events.ts'
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
    route(contract.createTransaction, ({ partner, input }) =>
      create({ ...services, onOpened: onChanged }, partner.playerServiceId, input),
    ),
    route(contract.readTransaction, async ({ partner, input: { transaction_id } }) => ({
      transaction: await readTransaction(db, partner.playerServiceId, transaction_id),
    })),
    route(contract.listTransactions, ({ partner, input }) => listTransactions(db, partner.playerServiceId, input)),
    route(contract.cancelTransaction, ({ partner, input: { transaction_id } }) =>
      cancel(services, partner.playerServiceId, transaction_id),
    ),
    route(contract.unlockTransaction, ({ partner, input: { transaction_id } }) =>
      unlock(services, partner.playerServiceId, transaction_id),
    ),
    route(contract.reverseTransaction, ({ partner, input }) =>
      reverse(services, partner.playerServiceId, { ...input, askedBy: partner.keyId }),
    ),
    route(contract.listEvents, ({ partner, input }) => listEvents(db, partner.playerServiceId, input)),
    route(contract.redeliverEvent, ({ partner, input: { event_id } }) =>
      redeliver(db, clock, partner.playerServiceId, event_id),
    ),
  ]
  return async (app) => {
    await app.register(bindApi(contract.partnerApi, routes, admitPartner(services)))
    await app.register(reconciliationFiles(services))
  }
}

const DayFile = z.strictObject({ file: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.(csv|json)$/)) })

/** A day as a file. Not an endpoint of the contract: it is streamed, and it is no JSON envelope. */
const reconciliationFiles =
  (services: PartnerServices): FastifyPluginAsync =>
  async (app) => {
    app.get('/reconciliation/:file', async (request, reply) => {
      const { playerServiceId } = await admitSigned(services, 'read', request, '')
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
