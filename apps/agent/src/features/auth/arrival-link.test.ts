import { expect, test } from 'vitest'
import { readArrivalLink } from './arrival-link.ts'

test('type demo is a demo link', () => {
  expect(readArrivalLink('?hash=abc&type=demo')).toEqual({ kind: 'demo', hash: 'abc' })
})

test.each(['email', 'anything', ''])('type "%s" verifies an e-mail address', (type) => {
  expect(readArrivalLink(`type=${type}&hash=abc`)).toEqual({ kind: 'email', hash: 'abc' })
})

test.each(['', '?hash=abc', '?type=demo', '?hash=&type=email'])('"%s" is no link', (search) => {
  expect(readArrivalLink(search)).toBeNull()
})
