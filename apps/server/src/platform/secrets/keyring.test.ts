import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyring, createSeals, ownIdOf } from './keyring.ts'

const old = { id: '2026a', secret: 'the old secret' }
const current = { id: '2026b', secret: 'the new secret' }

test('the first key seals, with its ID before the text, and all keys open', () => {
  const sealed = createSeals([old]).seal('a text', 'table.column 1')
  const both = createSeals([current, old])
  expect(sealed).toMatch(/^2026a\.[\w-]+\.b$/)
  expect(both.seal('a text', 'table.column 1')).toMatch(/^2026b\./)
  expect(both.open(sealed, 'table.column 1')).toBe('a text')
})

test('a secret opens what it has sealed under another name, or before it had one', () => {
  const sealed = createSeals([{ id: ownIdOf(old.secret), secret: old.secret }]).seal('a text', 'table.column 1')
  expect(createSeals([current, old]).open(sealed, 'table.column 1')).toBe('a text')
  const named = createSeals([old]).seal('a text', 'table.column 1')
  expect(createSeals([{ id: ownIdOf(old.secret), secret: old.secret }]).open(named, 'table.column 1')).toBe('a text')
})

test('what was sealed before keys had IDs is opened by whichever key fits', () => {
  const nonce = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', old.secret, '', 'cashbox seal', 32))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const hidden = Buffer.concat([cipher.update('a text', 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
  expect(createSeals([current, old]).open(sealed, 'table.column 1')).toBe('a text')
  expect(() => createSeals([current]).open(sealed, 'table.column 1')).toThrow('not in CASHBOX_SECRET')
})

test('a missing key and a changed secret are told apart, and a changed text is never opened', () => {
  const sealed = createSeals([old]).seal('a text', 'table.column 1')
  expect(() => createSeals([current]).open(sealed, 'table.column 1')).toThrow(
    'the key 2026a, which is not in CASHBOX_SECRET',
  )
  expect(() => createSeals([{ ...current, id: '2026a' }]).open(sealed, 'table.column 1')).toThrow(
    'the secret of this key was changed',
  )
  expect(() => createSeals([old]).open(`${sealed.slice(0, -4)}AA.b`, 'table.column 1')).toThrow("can't be opened")
})

test('a value that was moved to another row or column is not opened', () => {
  const { seal, open } = createSeals([old])
  const sealed = seal('a text', 'table.column 1')
  for (const binding of ['table.column 2', 'table.other 1', ''])
    expect(() => open(sealed, binding)).toThrow('not in its row')
  // Nor is it taken for one from before values were bound.
  expect(() => open(sealed.slice(0, -2), 'table.column 1')).toThrow("can't be opened")
})

test('hashes stay the same when the secret changes, and derived keys come in the order of the secrets', () => {
  const before = createKeyring([old], 'a hash key')
  const after = createKeyring([current, old], 'a hash key')
  expect(after.hash('a code')).toBe(before.hash('a code'))
  expect(after.derive('a purpose')[1]).toBe(before.derive('a purpose')[0])
  expect(after.derive('a purpose')[0]).not.toBe(before.derive('a purpose')[0])
})
