import * as contract from '@cashbox/contract/operator'
import { type OperatorRequest, type OperatorRoute, route } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import type { Services } from '../../platform/services.ts'
import { findPartnerId } from '../settlement/read-position.ts'
import { listFiles, openFile } from './read-file.ts'

export const dailyFileRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readPartnerFile, (request) => readPartnerFile(services, request)),
  route(contract.listPartnerFiles, async ({ input: { code, limit, cursor } }) =>
    listFiles(services.db, await findPartnerId(services.db, code), { before: cursor ?? null, limit }),
  ),
]

/** The download is written to the audit before the first byte is sent. */
async function readPartnerFile(services: Services, { input, actor }: OperatorRequest<typeof contract.readPartnerFile>) {
  const { code, day, form } = input
  const file = await openFile(services, await findPartnerId(services.db, code), input)
  await services.db.transaction((tx) =>
    writeAudit(tx, { at: services.clock.now(), actor }, { kind: 'export', id: 'daily-file' }, 'export.begin', {
      after: { partner: code, day, form },
    }),
  )
  return file
}
