import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { ReconciliationKey } from '@cashbox/contract/partner'
import { toSeconds } from '../../platform/clock.ts'
import { text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Keyring } from '../../platform/keyring.ts'

export const fileKeyPlace = (id: string) => `reconciliation_key.sealed ${id}`

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex')

/** Makes the network's key, unless there is one. The caller sees to it that only one process does. */
export async function ensureFileKey(tx: Tx, keyring: Keyring, at: Date): Promise<void> {
  if ((await tx.execute(sql`select 1 from reconciliation_key`)) > 0) return
  await addFileKey(tx, keyring, { at, signsFrom: at })
}

/** Adds a key that is listed from now on and signs from a later moment. */
export async function addFileKey(
  tx: Tx,
  keyring: Keyring,
  { at, signsFrom }: { readonly at: Date; readonly signsFrom: Date },
): Promise<{ id: string; publicKey: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(DER_START.length)
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  const sealed = keyring.seal(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), fileKeyPlace(id))
  await tx.execute(sql`
    insert into reconciliation_key (id, public_key, sealed, created_at, signs_from)
    values (${id}, ${raw.toString('base64')}, ${sealed}, ${at}, ${signsFrom})`)
  return { id, publicKey: raw.toString('base64') }
}

/** Signs with the newest key whose time has come. */
export async function readSigner(db: Queryable, keyring: Keyring, now: Date) {
  const [key] = await db.query(
    sql`
      select id, sealed from reconciliation_key
      order by signs_from <= ${now} desc, signs_from desc, created_at desc, id limit 1`,
    { id: text, sealed: text },
  )
  if (!key) throw new Error('there is no key for daily files')
  const privateKey = createPrivateKey(keyring.open(key.sealed, fileKeyPlace(key.id)))
  return { id: key.id, sign: (words: string) => sign(null, Buffer.from(words), privateKey).toString('base64') }
}

export function isSignedBy(publicKey: string, words: string, signature: string): boolean {
  const der = Buffer.concat([DER_START, Buffer.from(publicKey, 'base64')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(words), key, Buffer.from(signature, 'base64'))
}

export async function listFileKeys(db: Queryable): Promise<ReconciliationKey[]> {
  const keys = await db.query(
    sql`select id, public_key, created_at, signs_from from reconciliation_key order by created_at desc, id`,
    { id: text, public_key: text, created_at: timestamptz, signs_from: timestamptz },
  )
  return keys.map((key) => ({
    ...key,
    created_at: toSeconds(key.created_at),
    signs_from: toSeconds(key.signs_from),
  }))
}
