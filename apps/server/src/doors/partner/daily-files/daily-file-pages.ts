import { Day, fileForms } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { findFile } from '../../../domain/reconciliation/read-file.ts'
import { sendDailyFile } from '../../../domain/reconciliation/send-daily-file.ts'
import { readFields } from '../../../platform/http/read-input.ts'
import { type AdmitServices, admitSigned } from '../admit-partner.ts'

const DayFile = z.strictObject({ day: Day, form: z.enum(fileForms) })

/** A day as a file. Not an endpoint of the contract: it is streamed, and it is no JSON envelope. */
export const dailyFilePages =
  (services: AdmitServices): FastifyPluginAsync =>
  async (app) => {
    app.get('/reconciliation/:day.:form', async (request, reply) => {
      const { playerServiceId } = await admitSigned(services, 'read', { request, reply, body: '' })
      const { day, form } = readFields(DayFile, request.params)
      const file = await findFile(services, playerServiceId, day)
      return sendDailyFile({ db: services.db, request, reply }, { playerServiceId, day, form, ...file })
    })
  }
