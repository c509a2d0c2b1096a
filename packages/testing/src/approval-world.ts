import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { only } from '@cashbox/postgres/database'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { decide, type Waiting, withdrawAs } from './agree.ts'
import { type OperatorClient, operatorOf } from './operator-client.ts'
import { openWorld, type World } from './world.ts'

/** Of the test file that runs: a worker runs one after the other. */
export let world: World
export let finance: OperatorClient
export let risk: OperatorClient
export let admin: OperatorClient
export let admin2: OperatorClient

export async function logInAll() {
  const roles = ['finance', 'risk', 'admin', 'admin2'] as const
  const [one, two, three, four] = await Promise.all(roles.map((role) => operatorOf(world.address, role)))
  if (!one || !two || !three || !four) throw new Error('a role is missing')
  ;[finance, risk, admin, admin2] = [one, two, three, four]
}

/** A world with its operators logged in, in which nothing waits when a test begins. */
export function openApprovalWorld() {
  beforeAll(async () => {
    world = await openWorld({ env: { RATE_FEED_URL: 'https://rates.example.com' } })
  })
  beforeEach(async () => {
    await logInAll()
    // What an earlier test left waiting is in no one's way.
    const { list } = (await admin.call(contract.listApprovalRequests, { state: 'pending' })).payload
    const clients = { 'Sandbox finance': finance, 'Sandbox risk': risk, 'Sandbox admin': admin }
    for (const request of list) {
      await withdrawAs(clients[request.requested_by.name as keyof typeof clients], request)
    }
  })
  afterAll(() => world.close())
}

export { decide, withdrawAs }
export const reason = 'as agreed'
export const approveAs = (client: OperatorClient, request: Waiting) => decide(client, request, 'approve')
export const rejectAs = async (client: OperatorClient, request: Waiting) => {
  const { status } = await decide(client, request, 'reject')
  if (status === 403) await decide(admin, request, 'reject')
}
export const read = async (id: string) =>
  (await admin.call(contract.readApprovalRequest, { request_id: id })).payload.request
export const auditOf = async (subject_kind: string, subject_id: string) =>
  (await admin.call(contract.listAudit, { subject_kind, subject_id })).payload.list
/** The request that a call answered with, which must be there. */
export const waitingIn = ({
  payload,
  failure,
}: {
  payload: { request: contract.ApprovalRequest | null }
  failure: unknown
}) => {
  if (!payload?.request) throw new Error(`nothing waits: ${JSON.stringify(failure)}`)
  return payload.request
}

export const rateOf = async (coin = 'USDT', currency = 'UZS') => {
  const { list } = (await finance.call(contract.listRates, {})).payload
  return only(list.filter((rate) => rate.coin === coin && rate.currency_code === currency))
}
export const setRate = async (rate: string, client = finance, more: Partial<InputOf<typeof contract.setRate>> = {}) =>
  client.call(contract.setRate, {
    coin: 'USDT',
    currency_code: 'UZS',
    version: (await rateOf()).version,
    rate,
    reason,
    confirm_large_change: true,
    ...more,
  })
/** Back to the rate that the tests begin with. */
export const agreeOnRate = async (rate = '12650.50') => {
  const { payload } = await setRate(rate)
  if (payload.request) await approveAs(admin, payload.request)
}
