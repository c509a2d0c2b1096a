import { expect, test } from 'vitest'
import { readMailLink } from './verification.ts'

test('type demo is a demo link', () => {
  expect(readMailLink('?hash=abc&type=demo')).toEqual({ kind: 'demo', hash: 'abc' })
})

test.each(['email', 'anything', ''])('type "%s" verifies an e-mail address', (type) => {
  expect(readMailLink(`type=${type}&hash=abc`)).toEqual({ kind: 'email', hash: 'abc' })
})

test.each(['', '?from=elsewhere'])('"%s" is no link', (search) => {
  expect(readMailLink(search)).toBeNull()
})

test.each(['?hash=abc', '?type=demo', '?hash=&type=email'])('"%s" is a link of which a part is missing', (search) => {
  expect(readMailLink(search)).toBe('incomplete')
})
