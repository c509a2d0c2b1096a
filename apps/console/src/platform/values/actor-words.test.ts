import { expect, test } from 'vitest'
import { readActor } from './actor-words.ts'

test.each([
  ['Olga Petrova', { name: 'Olga Petrova' }],
  ['Olga Petrova, approved by Ali Can', { requester: 'Olga Petrova', approver: 'Ali Can' }],
  ['command line', { key: 'command_line' }],
  ['not logged in', { key: 'not_logged_in' }],
])('%s is taken apart into names and what has words in every language', (actor, parts) => {
  expect(readActor(actor)).toEqual(parts)
})
