import { randomUUID } from 'node:crypto'
import type { Endpoint, InputOf } from '@cashbox/contract'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { type SignedRequest, signedText, signRequest } from '@cashbox/server/access/admit-partner'
import { insertPartnerKey } from '@cashbox/server/partners/keys'
import { signEd25519 } from '@cashbox/server/platform/secrets/ed25519'
import { answerOf, requestOf } from './call-endpoint.ts'
import type { World } from './world.ts'

interface RequestChanges {
  readonly id?: string
  readonly timestamp?: number
  readonly body?: string
  /** The bytes that are sent instead of the signed body. */
  readonly sent?: Uint8Array<ArrayBuffer>
  /** What is signed instead of what is sent. */
  readonly signed?: { readonly method?: string; readonly target?: string; readonly body?: string }
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export type PartnerClient = Awaited<ReturnType<typeof openPartner>>

let slots = 0

/** A partner of its own, with a key, who signs what it sends. */
export async function openPartner(
  world: World,
  {
    permissions = partnerPermissions,
    address_ranges = [] as readonly string[],
  }: { permissions?: readonly PartnerPermission[]; address_ranges?: readonly string[] } = {},
) {
  slots += 1
  const code = `partner-${slots}-${randomUUID().slice(0, 8)}`
  const { id: partnerId } = only(
    await world.db.query(
      sql`insert into partner (id, code, name) values (${randomUUID()}, ${code}, 'A partner of a test') returning id`,
      { id: col.uuid },
    ),
  )
  const key = await world.db.transaction((tx) =>
    insertPartnerKey(tx, world.keyring, {
      partnerId,
      permissions,
      address_ranges,
      isActive: true,
      at: world.clock.now(),
    }),
  )
  const { send, call } = signingClient(world, key)
  return { partnerId, code, key, send, call }
}

/** With a secret that both sides have, or with a private key that only the partner has. */
const signWith = (secret: string, request: SignedRequest) =>
  secret.startsWith('whsec_') ? signRequest(secret, request) : `v2a,${signEd25519(secret, signedText(request, 'v2a'))}`

export function signingClient(
  world: Pick<World, 'address'> & { readonly clock: Pick<World['clock'], 'now'> },
  key: { readonly id: string; readonly secret: string },
) {
  const send = (method: string, path: string, text: string, changes: RequestChanges = {}) => {
    const id = changes.id ?? randomUUID()
    const timestamp = changes.timestamp ?? Math.floor(world.clock.now().getTime() / 1000)
    const body = changes.body ?? text
    const url = new URL(`${world.address}/partner/v1${path}`)
    const target = url.pathname + url.search
    const headers = {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      'cashbox-key': key.id,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWith(key.secret, {
        method,
        target,
        body,
        ...changes.signed,
        id,
        timestamp: String(timestamp),
      }),
      ...changes.headers,
    }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    return fetch(url, {
      method,
      headers: sent as Record<string, string>,
      ...(method === 'GET' ? {} : { body: changes.sent ?? body }),
    })
  }
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, changes: RequestChanges = {}) {
    const { path, body } = requestOf(endpoint, input)
    return answerOf<E>(await send(endpoint.method, path, body ?? '', changes))
  }
  return { send, call }
}
