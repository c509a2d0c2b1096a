import { text } from '../platform/database/columns.ts'
import { type Database, only } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export interface PushKey {
  readonly publicKey: string
  readonly privateKey: string
}

const PLACE = 'push_key.sealed'

const read = (db: Database) =>
  db.query(sql`select public_key, sealed from push_key`, { public_key: text, sealed: text })

/** The key that push services know this server by. The first who needs it makes it, for all processes. */
export async function readPushKey(db: Database, keyring: Keyring): Promise<PushKey> {
  const [kept] = await read(db)
  if (!kept) {
    const { default: webPush } = await import('web-push')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await db.execute(sql`
      insert into push_key (public_key, sealed) values (${publicKey}, ${keyring.seal(privateKey, PLACE)}) on conflict do nothing`)
  }
  const { public_key, sealed } = kept ?? only(await read(db))
  return { publicKey: public_key, privateKey: keyring.open(sealed, PLACE) }
}
