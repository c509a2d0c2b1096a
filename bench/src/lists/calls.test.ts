import { operatorApi } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import type { Subjects } from './subjects.ts'

const agent = {
  id: '01890000-0000-7000-8000-000000000001',
  cash_id: '100001',
  email: 'agent@cashbox.test',
  phone: '+998100000000',
  first_name: 'Ali',
  last_name: 'Karimov',
  confirmations: 10,
}
const subjects: Subjects = {
  busy: agent,
  quiet: agent,
  operatorId: agent.id,
  requestId: agent.id,
  changeId: agent.id,
  cursors: { transactions: '1', ofBusy: '1', agents: '1', requests: '1', topups: '1', audit: '1' },
  exported: { from: 0, to: 1 },
}

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
  const paths = callsOf(subjects).map(({ path }) => path.split('?', 1)[0] ?? '')
  const isMade = (wanted: string) => {
    const pattern = new RegExp(`^${wanted.replaceAll(/:\w+/g, '[^/]+')}$`)
    return paths.some((path) => pattern.test(path))
  }
  const read = operatorApi.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const missing = read.filter((path) => !ELSEWHERE.includes(path) && !isMade(path))
  expect(missing).toEqual([])
  expect(read.length).toBeGreaterThan(40)
})
