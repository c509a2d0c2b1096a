import { listReconciliationFiles, readReconciliation } from '@cashbox/contract/partner'
import { type PartnerRoute, route } from '../../access/admit-partner.ts'
import { readSigningKey } from '../../access/signing-key.ts'
import type { Services } from '../../platform/services.ts'
import { listFiles, openFile } from './read-file.ts'

export const dailyFileRoutes = (services: Services): PartnerRoute[] => [
  route(listReconciliationFiles, async ({ db, partner, input: { cursor, limit } }) => ({
    ...(await listFiles(db, partner.partnerId, { before: cursor ?? null, limit })),
    public_key: await readSigningKey(db),
  })),
  route(readReconciliation, ({ partner, input }) => openFile(services, partner.partnerId, input)),
]
