import { col, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import { newKeyPair, signEd25519 } from '../platform/secrets/ed25519.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export const SIGNING_KEY_BINDING = 'signing_key.sealed'

/** If two processes create the key at the same moment, the second one uses that of the first. */
export async function ensureSigningKey(tx: Tx, keyring: Keyring): Promise<void> {
  if ((await tx.execute(sql`select 1 from signing_key`)) > 0) return
  const { publicKey, privateKey } = newKeyPair()
  const sealed = keyring.seal(privateKey, SIGNING_KEY_BINDING)
  await tx.execute(
    sql`insert into signing_key (public_key, sealed) values (${publicKey}, ${sealed}) on conflict do nothing`,
  )
}

export async function readSigner(db: Queryable, keyring: Keyring): Promise<(unsigned: string) => string> {
  const [key] = await query(db, { sealed: col.text })`select sealed from signing_key`
  if (!key) throw new Error('the network has no signing key yet')
  const privateKey = keyring.open(key.sealed, SIGNING_KEY_BINDING)
  return (unsigned) => signEd25519(privateKey, unsigned)
}

/** Ed25519, 32 bytes in base64. Null until something was signed. */
export async function readSigningKey(db: Queryable): Promise<string | null> {
  const [key] = await query(db, { public_key: col.text })`select public_key from signing_key`
  return key?.public_key ?? null
}
