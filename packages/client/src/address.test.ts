import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('what the path names goes into the path, and not into the body', () => {
  expect(addressOf({ method: 'POST', path: '/agents/:agent_id/limits' }, { agent_id: 'a/b', version: 3 })).toEqual({
    path: '/agents/a%2Fb/limits',
    body: { version: 3 },
  })
})

test('what is left of a GET is its query, without what is not set', () => {
  const asked = { agent_id: '7', action: 'a&b', status: ['open', 'held'], cursor: undefined, to: null }
  expect(addressOf({ method: 'GET', path: '/agents/:agent_id/notes' }, asked)).toEqual({
    path: '/agents/7/notes?action=a%26b&status=open&status=held',
    body: null,
  })
})

test('a path is never sent with a hole in it', () => {
  expect(() => addressOf({ method: 'GET', path: '/agents/:agent_id' }, {})).toThrow('agent_id')
})
