import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { readFields } from '../../../platform/http/read-input.ts'
import { type AdmitServices, admitSigned } from '../admit-partner.ts'
import { dayOf } from './read-day.ts'
import { csvFile, jsonFile } from './write-day.ts'

const DayFile = z.strictObject({ file: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.(csv|json)$/)) })

/** A day as a file. Not an endpoint of the contract: it is streamed, and it is no JSON envelope. */
export const reconciliationFiles =
  (services: AdmitServices): FastifyPluginAsync =>
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
