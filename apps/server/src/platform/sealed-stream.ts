import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'

const MAGIC = Buffer.from('cashbox sealed1\n')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
/** 128 MB and about half a second for each guess, as OWASP asks of scrypt. */
const SCRYPT: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

export interface Seal {
  readonly secret: string
  /** Only tests make guessing easier. */
  readonly scrypt?: ScryptOptions
}

type Bytes = AsyncIterable<Uint8Array>

/** The key is another one, or the bytes are not those that were sealed. */
export class BrokenSealError extends Error {}

/**
 * Hides and signs a stream of any length: AES-256-GCM in chunks, with a key of its own for each stream. A chunk's nonce is
 * its number and whether it is the last, so that chunks which are missing, swapped, repeated or cut off do not open.
 */
export async function* sealStream(plain: Bytes, seal: Seal): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  const key = await deriveKey(seal, header)
  yield header
  for await (const { block, number, isLast } of inBlocks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
  }
}

/** Hands out only bytes that were proven. The end of the stream is proven when the generator has ended. */
export async function* openStream(sealed: Bytes, seal: Seal): AsyncGenerator<Buffer> {
  const { header, rest } = await takeHeader(sealed)
  const key = await deriveKey(seal, header)
  for await (const { block, number, isLast } of inBlocks(rest, CHUNK_BYTES + TAG_BYTES)) {
    const end = block.length - TAG_BYTES
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
      decipher.setAuthTag(block.subarray(Math.max(0, end)))
      yield Buffer.concat([decipher.update(block.subarray(0, Math.max(0, end))), decipher.final()])
    } catch (error) {
      throw new BrokenSealError(
        number === 0
          ? 'the key is another one, or the file is damaged'
          : `the file is damaged or cut off, after ${number * (CHUNK_BYTES + TAG_BYTES) + HEADER_BYTES} bytes`,
        { cause: error },
      )
    }
  }
}

const deriveKey = ({ secret, scrypt: cost = SCRYPT }: Seal, header: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(secret, header.subarray(MAGIC.length), 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function takeHeader(sealed: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const iterator = sealed[Symbol.asyncIterator]()
  let taken = Buffer.alloc(0)
  while (taken.length < HEADER_BYTES) {
    const { value, done } = await iterator.next()
    if (done) break
    taken = Buffer.concat([taken, value])
  }
  if (taken.length < HEADER_BYTES || !taken.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BrokenSealError('this is no back-up of Cashbox, or its beginning is missing')
  }
  return { header: taken.subarray(0, HEADER_BYTES), rest: prepend(taken.subarray(HEADER_BYTES), iterator) }
}

/** A stream of which some bytes were already taken. */
async function* prepend(taken: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (taken.length > 0) yield taken
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

/** Full blocks, and at the end what is left, marked as the last; an empty stream is one empty block. */
async function* inBlocks(source: Bytes, size: number) {
  let [parts, length, number] = [[] as Uint8Array[], 0, 0]
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length <= size) continue
    let joined = Buffer.concat(parts)
    while (joined.length > size) {
      yield { block: joined.subarray(0, size), number: number++, isLast: false }
      joined = joined.subarray(size)
    }
    parts = [joined]
    length = joined.length
  }
  yield { block: Buffer.concat(parts), number, isLast: true }
}
