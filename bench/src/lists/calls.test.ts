import { operatorApi } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { readCalls } from './calls.ts'

/** Another server answers the first. Exports are measured by themselves, daily files and statements are stored, a preview is of one request. */
const ELSEWHERE = [
  '/map/places',
  '/exports/:table',
  '/partners/:code/files/:day.:form',
  '/partners/:code/statements/:statement_id',
  '/partners/:code/statements/:statement_id/file.:format',
  '/money-requests/:request_id/preview',
]

test('the bench of the lists makes every call by which the console reads', () => {
  const examples = new Proxy<Record<string, string>>({}, { get: () => '1' })
  const paths = readCalls(examples).map(({ path }) => path.split('?', 1)[0] ?? '')
  const isMade = (wanted: string) => {
    const pattern = new RegExp(`^${wanted.replaceAll(/:\w+/g, '[^/]+')}$`)
    return paths.some((path) => pattern.test(path))
  }
  const read = operatorApi.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const missing = read.filter((path) => !ELSEWHERE.includes(path) && !isMade(path))
  expect(missing).toEqual([])
  expect(read.length).toBeGreaterThan(40)
})
