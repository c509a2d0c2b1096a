import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newKeyPair, readPublicKey, signEd25519 } from '../platform/secrets/ed25519.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'
import { ageOf, isSignedBy, type SignedRequest, signedText, signRequest, unsignableParts } from './admit-partner.ts'

const secret = newSigningSecret()
const checks = { secret, publicKey: null }
const request: SignedRequest = {
  method: 'GET',
  target: '/partner/v1/transactions?state=open',
  id: '0190b6c2',
  timestamp: '1794772800',
  body: '',
}

test('the examples on the page are signed as the page says', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/partner-api.md'), 'utf8')
  const [, block = ''] = /```json\n(\[\n {2}\{\n {4}"method"[\s\S]*?)```/.exec(page) ?? []
  const [, key = ''] = /`(whsec_[\w+/=]+)`/.exec(page) ?? []
  const examples = JSON.parse(block) as (SignedRequest & { signature: string })[]
  expect(examples).toHaveLength(3)
  for (const { signature, ...signed } of examples) expect(signRequest(key, signed)).toBe(signature)
})

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
const some = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  target: fc.string({ unit: printable }).map((rest) => `/${rest}`),
  id: fc.string({ unit: printable, minLength: 1 }),
  timestamp: fc.integer({ min: 1, max: 999_999_999_999 }).map(String),
  body: fc.string({ unit: fc.constantFrom('v2', 'GET', '/', '1', '\n', '\r', '"', 'ш') }),
})

test('every request can be read back from its signed text, so no two requests have the same one', () => {
  fc.assert(
    fc.property(some, (request) => {
      const [, method, target, id, timestamp, ...body] = signedText(request).split('\n')
      expect({ method, target, id, timestamp, body: body.join('\n') }).toEqual(request)
    }),
  )
})

test.each(['method', 'target', 'id', 'timestamp', 'body'] as const)('a signature does not fit another %s', (name) => {
  const other = {
    ...request,
    [name]: { method: 'POST', timestamp: '1794772801' }[name as string] ?? `${request[name]}x`,
  }
  expect(isSignedBy(checks, request, signRequest(secret, request))).toBe(true)
  expect(isSignedBy(checks, other, signRequest(secret, request))).toBe(false)
})

test.each([
  ['a method in small letters', { method: 'get' }],
  ['an address with a host', { target: 'http://cashbox.test/' }],
  ['a path with a line break', { target: '/a\nb' }],
  ['an ID with a line break', { id: 'a\nb' }],
  ['an empty ID', { id: '' }],
  ['a timestamp with a zero in front', { timestamp: '01794772800' }],
  ['a timestamp in milliseconds', { timestamp: '1794772800000' }],
])("%s can't be signed", (_what, change) => {
  expect(unsignableParts({ ...request, ...change })).toHaveLength(1)
  expect(() => signedText({ ...request, ...change })).toThrow("can't be signed")
})

test('one right signature among several is enough, and an empty one fits nothing', () => {
  expect(isSignedBy(checks, request, `v2,AAAA v1a,xyz ${signRequest(secret, request)}`)).toBe(true)
  expect(isSignedBy(checks, request, '')).toBe(false)
  expect(isSignedBy({ secret: newSigningSecret(), publicKey: null }, request, signRequest(secret, request))).toBe(false)
})

test('the holder of an Ed25519 key signs another text than the holder of a secret, and only for that key', () => {
  const { publicKey, privateKey } = newKeyPair()
  const own = { secret: null, publicKey }
  const signature = `v2a,${signEd25519(privateKey, signedText(request, 'v2a'))}`
  expect(isSignedBy(own, request, signature)).toBe(true)
  expect(isSignedBy(own, { ...request, id: 'other' }, signature)).toBe(false)
  expect(isSignedBy(own, request, `v2a,${signEd25519(privateKey, signedText(request))}`)).toBe(false)
  expect(isSignedBy(own, request, signature.replace('v2a,', 'v2,'))).toBe(false)
  expect(isSignedBy(own, request, signRequest(secret, request))).toBe(false)
  expect(isSignedBy(checks, request, signature)).toBe(false)
  expect(isSignedBy(own, request, 'v2a,AAAA')).toBe(false)
})

test('a public key is read from PEM and from base64, and nothing else is', () => {
  const { publicKey, privateKey } = newKeyPair()
  const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  expect(readPublicKey(` ${publicKey}\n`)).toBe(publicKey)
  expect(readPublicKey(pem)).toBe(publicKey)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
  const wrong = [privateKey, rsa.toString(), publicKey.slice(4), 'whsec_AAAA', '', `${publicKey}${publicKey}`]
  expect(wrong.map(readPublicKey)).toEqual(wrong.map(() => null))
})

test('five minutes either way are timely; more is early, or never timely', () => {
  const at = 1_794_772_800
  const ages = [-301, -300, 300, 301, 86_400, 86_401].map((lead) =>
    ageOf({ ...request, timestamp: String(at + lead) }, new Date(at * 1000)),
  )
  expect(ages).toEqual(['never timely', 'timely', 'timely', 'early', 'early', 'never timely'])
})
