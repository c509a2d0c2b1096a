import { createECDH } from 'node:crypto'
import type { addPushDevice as call, ParsedInputOf } from '@cashbox/contract'
import { col, type Database, only, query, sql } from '@cashbox/postgres/database'
import { takeLock } from '@cashbox/postgres/network'
import { uuidv7 } from 'uuidv7'
import type { AgentSession } from '../access/sessions.ts'
import { problemOf } from '../platform/http/post-outside.ts'
import { refusal, refuseFields } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'

/** The oldest device is removed to make room. */
const DEVICES_PER_AGENT = 10
const AUTH_BYTES = 16

const PUSH_KEY_BINDING = 'push_key.sealed'

/** Of Chrome, Firefox, Edge and Safari, and of the browsers built on them. */
const PUSH_SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com']

/** The push service of an endpoint; null for an address that no browser would name. */
export function pushServiceOf(endpoint: string, mayBePrivate: boolean): string | null {
  if (problemOf(endpoint, mayBePrivate) !== null) return null
  const { hostname } = new URL(endpoint)
  if (mayBePrivate && hostname === '127.0.0.1') return hostname
  return PUSH_SERVICES.find((service) => hostname === service || hostname.endsWith(`.${service}`)) ?? null
}

/** Subscribes this browser for as long as the session is active. */
export async function addPushDevice(
  { db, clock, config }: Services,
  { agentId, sessionId, isDemo }: AgentSession,
  { endpoint, p256dh, auth }: ParsedInputOf<typeof call>,
): Promise<void> {
  // Anyone gets one without being checked, and each message is a request to the outside.
  if (isDemo) throw refusal('demo_account')
  const invalid = { code: 'invalid' } as const
  refuseFields({
    ...(pushServiceOf(endpoint, config.mayBePrivate) !== null ? {} : { endpoint: [invalid] }),
    ...(isPublicKey(p256dh) ? {} : { p256dh: [invalid] }),
    ...(Buffer.from(auth, 'base64url').length === AUTH_BYTES ? {} : { auth: [invalid] }),
  })
  await db.transaction(async (tx) => {
    // Several agents who log in on one browser take turns, and two calls of one agent can't exceed the limit.
    await takeLock(tx, `push device ${endpoint}`)
    await tx.execute(sql`select 1 from agent where id = ${agentId} for no key update`)
    await tx.execute(sql`delete from push_device where session_id = ${sessionId} or endpoint = ${endpoint}`)
    await tx.execute(sql`
      delete from push_device where id in (
        select id from push_device where agent_id = ${agentId} order by id desc offset ${DEVICES_PER_AGENT - 1})`)
    await tx.execute(sql`
      insert into push_device (id, agent_id, session_id, endpoint, p256dh, auth, created_at)
      values (${uuidv7()}, ${agentId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${clock.now()})`)
  })
}

export async function removePushDevice({ db }: Services, { sessionId }: AgentSession): Promise<void> {
  await db.execute(sql`delete from push_device where session_id = ${sessionId}`)
}

function isPublicKey(text: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}

const findPushKey = (db: Database) =>
  query(db, { public_key: col.text, sealed: col.text })`select public_key, sealed from push_key`

/** The VAPID key, which is created on first use for all processes. */
export async function readPushKey(db: Database, keyring: Keyring) {
  const [stored] = await findPushKey(db)
  if (!stored) {
    const { default: webPush } = await import('web-push')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await db.execute(sql`
      insert into push_key (public_key, sealed) values (${publicKey}, ${keyring.seal(privateKey, PUSH_KEY_BINDING)}) on conflict do nothing`)
  }
  const { public_key, sealed } = stored ?? only(await findPushKey(db))
  return { publicKey: public_key, privateKey: keyring.open(sealed, PUSH_KEY_BINDING) }
}
