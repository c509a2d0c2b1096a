import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { type Queryable, sql, type Tx, text } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

export const FILE_KEY_PLACE = 'reconciliation_key.sealed'

/** The DER prefix of an Ed25519 public key (RFC 8410); 32 bytes follow. */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex')

/** If two processes create the key at the same moment, the second one uses that of the first. */
export async function ensureFileKey(tx: Tx, keyring: Keyring): Promise<void> {
  if ((await tx.execute(sql`select 1 from reconciliation_key`)) > 0) return
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(DER_START.length)
  const sealed = keyring.seal(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), FILE_KEY_PLACE)
  await tx.execute(
    sql`
      insert into reconciliation_key (public_key, sealed) values (${raw.toString('base64')}, ${sealed}) on conflict do nothing`,
  )
}

export async function readSigner(db: Queryable, keyring: Keyring): Promise<(unsigned: string) => string> {
  const [key] = await db.query(sql`select sealed from reconciliation_key`, { sealed: text })
  if (!key) throw new Error('there is no key for daily files')
  const privateKey = createPrivateKey(keyring.open(key.sealed, FILE_KEY_PLACE))
  return (unsigned) => sign(null, Buffer.from(unsigned), privateKey).toString('base64')
}

/** Ed25519, 32 bytes in base64. Null until the first file is made. */
export async function readPublicKey(db: Queryable): Promise<string | null> {
  const [key] = await db.query(sql`select public_key from reconciliation_key`, { public_key: text })
  return key?.public_key ?? null
}

export function isSignedBy(publicKey: string, signedText: string, signature: string): boolean {
  const der = Buffer.concat([DER_START, Buffer.from(publicKey, 'base64')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signedText), key, Buffer.from(signature, 'base64'))
}
