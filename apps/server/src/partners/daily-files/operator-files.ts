import type { ParsedInputOf } from '@cashbox/contract'
import { type listPartnerFiles as call, PARTNER_FILE_PATH, partnerFileRoles } from '@cashbox/contract/operator'
import { Day, fileForms } from '@cashbox/contract/partner'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { admitSignedIn } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { type Queryable, sql, uuid } from '../../platform/database/database.ts'
import { readFields } from '../../platform/http/answer.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { findFile, listFiles, sendDailyFile } from './read-file.ts'

const FileRequest = z.strictObject({ code: z.string(), day: Day, form: z.enum(fileForms) })

export const listPartnerFiles = async ({ db }: Services, { code, limit, cursor }: ParsedInputOf<typeof call>) =>
  listFiles(db, await findPartnerId(db, code), { before: cursor ?? null, limit })

/** The download is written to the audit before the first byte is sent. */
export const partnerFilePages =
  (services: Services): FastifyPluginAsync =>
  async (api) => {
    const { db, clock } = services
    api.get(PARTNER_FILE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const { actor } = await admitSignedIn(services, partnerFileRoles, request, reply)
      const { code, day, form } = readFields(FileRequest, request.params)
      const playerServiceId = await findPartnerId(db, code)
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

async function findPartnerId(db: Queryable, code: string): Promise<string> {
  const [partner] = await db.query(sql`select id from player_service where code = ${code}`, { id: uuid })
  if (!partner) throw refusal('not_found')
  return partner.id
}
