import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract/operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { agentId, times } from '../common/database.ts'
import type { Tally } from './tally.ts'
import { type People, readFloat, type Target } from './target.ts'

const VICTIM = 20
const AMOUNT = '5000000.00'
const AMOUNT_MINOR = 500_000_000n

/** A single operator who wants money moved or a key approved without a second one. */
export async function attackApprovals(target: Target, people: People, tally: Tally) {
  const { finance, admin, support } = people.operators
  const reason = 'Mine.'
  /** A refusal by the database alone would be an error, which the tally finds. */
  const expectRefused = (what: string, { status, failure }: { status: number; failure: object }) => {
    tally.note(what, { status, text: JSON.stringify(failure) })
    if (status === 200) tally.finding(what)
  }
  const before = await readFloat(target, agentId(VICTIM))
  const { rows } = await target.db.query<{ cash_id: string }>('select cash_id::text from agent where id = $1', [
    agentId(VICTIM),
  ])
  const asked = {
    id: randomUUID(),
    kind: 'adjustment',
    cash_id: rows[0]?.cash_id ?? '',
    amount: AMOUNT,
    reason,
  } as const
  const { request } = (await finance.call(contract.createMoneyRequest, asked)).payload
  const approve = { request_id: request.id, version: request.version, decision: 'approve' } as const
  if (request.state !== 'pending') tally.finding(`a request for ${AMOUNT} was ${request.state} at once`)
  for (const [who, client] of Object.entries({ 'its requester': finance, support }))
    expectRefused(`a request was approved by ${who}`, await client.call(contract.decideApprovalRequest, approve))
  const stale = await admin.call(contract.decideApprovalRequest, { ...approve, version: request.version - 1 })
  expectRefused('a request was approved by a version that is not its own', stale)
  const approveInBulk = async (client: typeof admin, { id, version }: contract.ApprovalRequest) => {
    // There is no such act.
    const action = 'request.approve' as 'request.reject'
    const answer = await client.call(contract.runBulkAct, { action, rows: [{ id, version }] })
    expectRefused('a request was approved in bulk', answer)
  }
  await approveInBulk(admin, request)
  if ((await readFloat(target, agentId(VICTIM))) !== before) tally.finding('money moved before it was approved')

  const second = await operatorOf(target.url, 'admin2')
  await Promise.all(times(20, () => second.call(contract.decideApprovalRequest, approve)))
  const moved = (await readFloat(target, agentId(VICTIM))) - before
  if (moved !== AMOUNT_MINOR) tally.finding(`20 approvals at once moved ${moved} instead of ${AMOUNT_MINOR}`)

  const limits = await admin.call(contract.readApprovalLimits, {})
  const [limit] = limits.payload.list
  if (limit === undefined) throw new Error('there is no approval limit')
  const wide = { asset: limit.asset, version: limits.payload.version, above: '999999999999.00', reason }
  const wider = await admin.call(contract.setApprovalLimit, wide)
  const waiting = wider.payload.request
  if (waiting) for (const client of [admin, second]) await approveInBulk(client, waiting)
  else tally.finding('a wider approval limit needed no second operator')

  const code = `alone-${randomUUID().slice(0, 8)}`
  const { version } = (await admin.call(contract.createPartner, { code, name: 'Mine', reason })).payload.partner
  const wanted = { code, version, reason, permissions: ['read' as const, 'create' as const] }
  const key = await admin.call(contract.createPartnerKey, wanted)
  if (JSON.stringify(key.payload).includes('"secret"')) tally.finding("an operator was shown a key's secret")
  const { key_id } = key.payload
  const early = await admin.call(contract.activatePartnerKey, { code, key_id, reason })
  expectRefused('a key whose secret no partner has can be approved', early)
}

/** Requests that another site makes with an operator's cookie, and pages that another site shows in a frame. */
export async function attackFromOtherSites({ operators }: People, tally: Tally) {
  const cookie = operators.admin.cookie()
  const body = JSON.stringify({ code: 'forged-partner', name: 'Forged', reason: 'Mine.' })
  const origin = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  for (const [what, headers] of [
    ['without the header of the console', { 'content-type': 'application/json' }],
    ['as plain text', { 'content-type': 'text/plain', ...origin }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded', ...origin }],
    ['from another site', { 'content-type': 'application/json', ...origin }],
  ] as const) {
    const request = { method: 'POST', headers: { ...headers, cookie }, body }
    const { status } = await tally.send(`a partner created ${what}`, '/operator/v1/partners', request)
    if (status < 400) tally.finding(`a partner was created ${what}`)
  }
  for (const path of ['/', '/console/', '/docs', '/docs/operator', '/sandbox', '/r/0000000000000000', '/nowhere']) {
    const { headers } = await tally.send(path, path, { headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    if (!policy.includes("frame-ancestors 'none'") || headers.get('x-frame-options') !== 'DENY')
      tally.finding(`${path} can be shown in a frame`)
  }
}
