import { describe, expect, test } from 'vitest'
import { isSignedEd25519, newKeyPair, readPublicKey, signEd25519 } from './ed25519.ts'

const middle = (byte: string) => byte.repeat(30)
const EIGHTH = [
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03',
]
/** Every way to write a point whose order divides eight, also those that write a number too large. */
const withoutPrivateKey = [
  ...['00', '80'].flatMap((end) => [`00${middle('00')}${end}`, `01${middle('00')}${end}`]),
  ...['7f', 'ff'].flatMap((end) => ['ec', 'ed', 'ee'].map((start) => `${start}${middle('ff')}${end}`)),
  ...['05', '85'].map((end) => EIGHTH[0] + end),
  ...['7a', 'fa'].map((end) => EIGHTH[1] + end),
].map((hex) => Buffer.from(hex, 'hex').toString('base64'))

/** R is the neutral point, and S is zero. */
const CONSTANT = Buffer.concat([Buffer.of(1), Buffer.alloc(63)]).toString('base64')

const pemOf = (raw: string) => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(raw, 'base64')])
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----`
}

describe('a public key that has no private one', () => {
  test('is written in fourteen ways', () => expect(new Set(withoutPrivateKey).size).toBe(14))

  test.each(withoutPrivateKey)('is not read, and signs nothing: %s', (raw) => {
    expect([readPublicKey(raw), readPublicKey(pemOf(raw))]).toEqual([null, null])
    for (let index = 0; index < 64; index++) expect(isSignedEd25519(raw, `withdraw ${index}`, CONSTANT)).toBe(false)
  })
})

test('a number that is too large for the curve is no key, although it means one', () => {
  // 2^255 - 19 + 3, which is read as 3.
  const tooLarge = Buffer.from(`f0${middle('ff')}7f`, 'hex').toString('base64')
  expect(readPublicKey(tooLarge)).toBeNull()
})

test('an ordinary key is read in both forms, and takes its own signatures only', () => {
  const [one, other] = [newKeyPair(), newKeyPair()]
  expect([readPublicKey(one.publicKey), readPublicKey(pemOf(one.publicKey))]).toEqual([one.publicKey, one.publicKey])
  const signature = signEd25519(one.privateKey, 'text')
  expect(isSignedEd25519(one.publicKey, 'text', signature)).toBe(true)
  expect(isSignedEd25519(one.publicKey, 'texts', signature)).toBe(false)
  expect(isSignedEd25519(other.publicKey, 'text', signature)).toBe(false)
  expect(isSignedEd25519(one.publicKey, 'text', 'none')).toBe(false)
})
