import { expect, test } from 'vitest'
import { BrokenSealError, openStream, sealStream } from './sealed-stream.ts'

const SECRET = 'a secret that is long enough for this'
const EASY = { scrypt: { N: 16 } }
const CHUNK = 64 * 1024
const HEADER = 32
const SEALED_CHUNK = CHUNK + 16

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function gather(source: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const sample = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251))
const seal = (bytes: Uint8Array, partSize = 10_000) =>
  gather(sealStream(inParts(bytes, partSize), { secret: SECRET, ...EASY }))
const open = (bytes: Uint8Array, secret = SECRET, partSize = 7_001) =>
  gather(openStream(inParts(bytes, partSize), { secret, ...EASY }))

test('a stream of any length opens to what it was, however it is cut into parts', async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
    expect((await open(await seal(sample(length)), SECRET, 100_000)).equals(sample(length))).toBe(true)
  }
  expect((await open(await seal(sample(50_000), 1_000), SECRET, 13)).length).toBe(50_000)
})

test('the same bytes are sealed differently each time', async () => {
  expect((await seal(sample(10))).equals(await seal(sample(10)))).toBe(false)
})

test('another key, a changed byte anywhere, and every cut are found', async () => {
  const sealed = await seal(sample(3 * CHUNK + 100))
  const chunk = (index: number) => sealed.subarray(HEADER + index * SEALED_CHUNK, HEADER + (index + 1) * SEALED_CHUNK)
  const header = sealed.subarray(0, HEADER)
  const changedAt = (at: number) => {
    const copy = Buffer.from(sealed)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  await expect(open(sealed, 'another secret of the same length')).rejects.toThrow('the key is another one')
  const broken = {
    'a changed header': changedAt(20),
    'a changed first byte': changedAt(HEADER),
    'a changed last byte': changedAt(sealed.length - 1),
    'the last chunk missing': sealed.subarray(0, HEADER + 3 * SEALED_CHUNK),
    'cut inside a chunk': sealed.subarray(0, HEADER + SEALED_CHUNK + 5),
    'cut after the header': header,
    'cut inside the header': sealed.subarray(0, 10),
    'two chunks swapped': Buffer.concat([header, chunk(1), chunk(0), chunk(2), chunk(3)]),
    'a chunk missing': Buffer.concat([header, chunk(0), chunk(2), chunk(3)]),
    'a chunk twice': Buffer.concat([header, chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)]),
    'something appended': Buffer.concat([sealed, Buffer.from('x')]),
  }
  for (const [what, bytes] of Object.entries(broken)) {
    await expect(open(bytes), what).rejects.toThrow(BrokenSealError)
  }
})
