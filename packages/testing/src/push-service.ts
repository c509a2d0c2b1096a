import { createDecipheriv, createECDH, createPublicKey, createVerify, hkdfSync, randomBytes } from 'node:crypto'
import Fastify from 'fastify'

/** What a browser would show. */
export interface ShownMessage {
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly path: string
}

interface Delivery {
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** A push service of RFC 8030 on this machine, with browsers that open their messages (RFC 8291, RFC 8292). */
export async function openPushService() {
  const deliveries: Delivery[] = []
  let answer: { readonly status: number; readonly headers?: Record<string, string> } = { status: 201 }
  const app = Fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Body: Buffer }>('/*', async ({ url, headers, body }, reply) => {
    deliveries.push({ path: url, headers, body })
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send()
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  let browsers = 0

  return {
    origin,
    deliveries,
    answerWith: (status: number, headers?: Record<string, string>) => {
      answer = headers ? { status, headers } : { status }
    },
    /** A browser that has subscribed, and what it was sent. */
    newBrowser() {
      browsers += 1
      const path = `/browser-${browsers}`
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const mine = () => deliveries.filter((delivery) => delivery.path === path)
      return {
        subscription: {
          endpoint: origin + path,
          p256dh: ecdh.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
        deliveries: mine,
        /** Opens every message; throws if one was not sealed for this browser. */
        shown: (): ShownMessage[] =>
          mine().map(({ body }) => JSON.parse(decrypt(body, ecdh, auth).toString('utf8')) as ShownMessage),
      }
    },
    close: () => app.close(),
  }
}

type Ecdh = ReturnType<typeof createECDH>

/** One record of aes128gcm: salt, record size, the sender's key, and what it seals. */
function decrypt(message: Buffer, ecdh: Ecdh, auth: Buffer): Buffer {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const sealed = message.subarray(21 + keyLength)
  const shared = ecdh.computeSecret(sender)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

/** The claims of a message's signature; throws when the key that it names has not signed it. */
export function readVapid({ headers }: Pick<Delivery, 'headers'>) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers['authorization'])) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = createVerify('sha256')
    .update(`${header}.${claims}`)
    .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('the message is not signed with the key that it names')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown> }
}
