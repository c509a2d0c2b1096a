import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest()
const url = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url')

interface Asked {
  readonly challenge: string
  readonly origin: string
}

/** A security key in software: makes a key pair and signs what a browser would have it sign. */
export function securityKey() {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (origin: string, flags: number, counter: number, rest: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(new URL(origin).hostname), Buffer.from([flags]), count, rest])
  }
  const credential = { id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {} }
  return {
    register(asked: Asked) {
      const size = Buffer.alloc(2)
      size.writeUInt16BE(id.length)
      const rest = Buffer.concat([Buffer.alloc(16), size, id, coseKey])
      const authData = new Uint8Array(authenticatorData(asked.origin, 0x41, 0, rest))
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: url(clientData('webauthn.create', asked)),
        attestationObject: url(attestation),
        transports: ['usb'],
      }
      return { ...credential, response }
    },
    use(asked: Asked, counter: number) {
      const data = clientData('webauthn.get', asked)
      const authData = authenticatorData(asked.origin, 0x01, counter)
      const signature = sign('sha256', Buffer.concat([authData, hash(data)]), privateKey)
      const response = { clientDataJSON: url(data), authenticatorData: url(authData), signature: url(signature) }
      return { ...credential, response }
    },
  }
}
