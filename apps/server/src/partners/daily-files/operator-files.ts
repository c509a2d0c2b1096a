import type { ParsedInputOf } from '@cashbox/contract'
import type { listPartnerFiles as call, readPartnerFile as readCall } from '@cashbox/contract/operator'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import type { Services } from '../../platform/services.ts'
import { findPartnerId } from '../settlement/read-position.ts'
import { listFiles, openFile } from './read-file.ts'

export const listPartnerFiles = async ({ db }: Services, { code, limit, cursor }: ParsedInputOf<typeof call>) =>
  listFiles(db, await findPartnerId(db, code), { before: cursor ?? null, limit })

/** The download is written to the audit before the first byte is sent. */
export async function readPartnerFile(services: Services, { input, actor }: OperatorRequest<typeof readCall>) {
  const { code, day, form } = input
  const file = await openFile(services, await findPartnerId(services.db, code), input)
  await services.db.transaction((tx) =>
    writeAudit(tx, { at: services.clock.now(), actor }, { kind: 'export', id: 'daily-file' }, 'export.begin', {
      after: { partner: code, day, form },
    }),
  )
  return file
}
