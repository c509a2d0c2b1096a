import { listReconciliationFiles } from '@cashbox/contract/partner'
import { listFileKeys } from '../../../domain/reconciliation/file-key.ts'
import { listFiles } from '../../../domain/reconciliation/read-file.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type PartnerRoute, route } from '../admit-partner.ts'

export const dailyFileRoutes = ({ db }: { readonly db: Database }): PartnerRoute[] => [
  route(listReconciliationFiles, async ({ partner, input: { cursor, limit } }) => ({
    ...(await listFiles(db, partner.playerServiceId, { before: cursor ?? null, limit })),
    keys: await listFileKeys(db),
  })),
]
