import { PARTNER_FILE_PATH, partnerFileRoles } from '@cashbox/contract/operator'
import { Day, fileForms } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { admitSignedIn } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import { readFields } from '../platform/http/answer.ts'
import { findFile, sendDailyFile } from './daily-files/read-file.ts'
import { idOf } from './list-partner-files.ts'
import type { PartnerServices } from './services.ts'

const Wish = z.strictObject({ code: z.string(), day: Day, form: z.enum(fileForms) })

/** A daily file of a partner, for operators who may list them. Who takes which is noted before anything leaves. */
export const partnerFilePages =
  (services: Pick<PartnerServices, 'db' | 'clock' | 'keyring'> & { readonly isSecure: boolean }): FastifyPluginAsync =>
  async (api) => {
    const { db, clock } = services
    api.get(PARTNER_FILE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const { actor } = await admitSignedIn(services, partnerFileRoles, request, reply)
      const { code, day, form } = readFields(Wish, request.params)
      const playerServiceId = await idOf(db, code)
      const file = await findFile(services, playerServiceId, day)
      const subject = { kind: 'export', id: 'daily-file' }
      await db.transaction((tx) =>
        writeAudit(tx, {
          at: clock.now(),
          actor,
          action: 'export.begin',
          subject,
          after: { partner: code, day, form },
        }),
      )
      return sendDailyFile(db, reply, { playerServiceId, day, form, ...file })
    })
  }
