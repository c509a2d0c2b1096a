import { timestamptz } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { writeAudit } from '../operators/audit.ts'
import type { Doing } from '../partners/doing.ts'
import { addFileKey, ensureFileKey } from './file-key.ts'
import { lockToGather } from './gather-lines.ts'

type Rotated = { readonly id: string; readonly publicKey: string } | { readonly waitsUntil: Date }

/** Makes the next key for daily files. One that only takes over later waits alone, so that partners have one to learn of. */
export async function rotateFileKey(tx: Tx, keyring: Keyring, signsFrom: Date, doing: Doing): Promise<Rotated> {
  await lockToGather(tx)
  await ensureFileKey(tx, keyring, doing.at)
  const [next] = await tx.query(sql`select signs_from from reconciliation_key where signs_from > ${doing.at} limit 1`, {
    signs_from: timestamptz,
  })
  if (next && signsFrom > doing.at) return { waitsUntil: next.signs_from }
  const key = await addFileKey(tx, keyring, { at: doing.at, signsFrom })
  await writeAudit(tx, {
    ...doing,
    action: 'partner.rotate-file-key',
    subject: { kind: 'reconciliation_key', id: key.id },
    after: { public_key: key.publicKey, valid_from: signsFrom },
  })
  return key
}
