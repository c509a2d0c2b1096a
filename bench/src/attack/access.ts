import { agentApi } from '@cashbox/contract'
import { operatorRoles } from '@cashbox/contract/operator'
import { createTransaction, listEvents, listTransactions } from '@cashbox/contract/partner'
import { AMOUNT, agentId, tokenOf, transactionId } from '../prepare.ts'
import { permissions } from './permissions.ts'
import { type Answer, asAgent, type Tally } from './tally.ts'
import { confirmation, type People, type Target } from './target.ts'

const REFUSED = new Set([401, 403])

/** Every call by everyone who may not make it. */
export async function attackRoleByRole(people: People, tally: Tally) {
  const expectRefused = (what: string, { status }: Answer) => {
    if (status !== 0 && !REFUSED.has(status)) tally.finding(`${what} was answered ${status}`)
  }
  const strangers: Record<string, Record<string, string>> = {
    'no one': {},
    'a made-up token': { authorization: `Bearer ${'A'.repeat(43)}` },
    'an agent': { authorization: `Bearer ${tokenOf(3)}` },
    'an operator': { cookie: people.operators.support.cookie() },
  }
  for (const { method, path, who } of permissions) {
    if (who.includes('public') || who.includes('anyone')) continue
    const allowed = path.startsWith('/api/') ? 'an agent' : path.startsWith('/operator/') ? 'an operator' : ''
    const foreign = Object.entries(strangers).filter(([one]) => one !== allowed)
    if (allowed === 'an operator' && !who.includes('unfinished'))
      for (const role of operatorRoles.filter((one) => !who.includes(one)))
        foreign.push([role, { cookie: people.operators[role].cookie() }])
    for (const [caller, headers] of foreign) {
      const what = `${caller} at ${method} ${path}`
      expectRefused(what, await tally.send(what, fill(path), asked(method, headers)))
    }
    if (!path.startsWith(PARTNER) || who.includes('read')) continue
    const what = `a key that may only read at ${method} ${path}`
    const sent = people.readingPartner.send(method, fill(path.slice(PARTNER.length)), '{}')
    expectRefused(what, await tally.count(what, sent))
  }
}

const PARTNER = '/partner/v1'

const fill = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-9000-000000000001')

const asked = (method: string, headers: Record<string, string>) => ({
  method,
  headers: {
    ...headers,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'x-cashbox-console': '1' }),
  },
  ...(method === 'GET' ? {} : { body: '{}' }),
})

const [OWNER, STRANGER] = [10, 11]

/** An agent asks for what is another agent's, and a partner for what is another partner's. */
export async function attackOtherPeoplesData(target: Target, people: People, tally: Tally) {
  await askAsAgent(target, tally)
  await askAsPartner(people, tally)
}

async function askAsAgent(target: Target, tally: Tally) {
  const confirmed = target.nextDeposit()
  await tally.send('a confirmation', '/api/payments/confirm', asAgent(tokenOf(OWNER), confirmation(confirmed)))
  const { rows } = await target.db.query<{ player_id: string; email: string; cash_id: string }>(
    `select player_id, agent.email, agent.cash_id::text from player_transaction, agent
     where transaction_id = $1 and agent.id = $2`,
    [transactionId(confirmed), agentId(OWNER)],
  )
  const reserved = target.nextDeposit()
  await target.db.query('update player_transaction set agent_id = $2 where transaction_id = $1', [
    transactionId(reserved),
    agentId(OWNER),
  ])
  const secrets = [...Object.values(rows[0] ?? {}), transactionId(confirmed), transactionId(reserved)]
  for (const { method, path, access } of agentApi) {
    if (access !== 'agent' || method !== 'GET') continue
    const { text } = await tally.send(path, `/api${path}`, asAgent(tokenOf(STRANGER)))
    const seen = secrets.filter((secret) => new RegExp(`"${secret}"`).test(text))
    if (seen.length > 0) tally.finding(`${path} shows another agent's ${seen.join(', ')}`)
  }
  for (const number of [confirmed, reserved]) {
    const transaction_id = transactionId(number)
    for (const [path, body] of [
      ['/api/payments/lookup', { transaction_id }],
      ['/api/payments/confirm', { ...confirmation(number), amount: AMOUNT }],
    ] as const) {
      const { status } = await tally.send(path, path, asAgent(tokenOf(STRANGER), body))
      if (status === 200) tally.finding(`${path} lets an agent have the transaction of another`)
    }
  }
}

async function askAsPartner({ partner, otherPartner }: People, tally: Tally) {
  const input = { reference: 'mine', type: 'deposit', amount: '10.00', currency_code: 'UZS', player_id: 'p1' } as const
  const { payload } = await partner.call(createTransaction, { ...input, channel: 'tashkent' })
  const id = payload.transaction.transaction_id
  const send = (method: string, path: string, body = '') =>
    tally.count(`${method} ${path}`, otherPartner.send(method, path, body))
  for (const [method, path, body] of [
    ['GET', `/transactions/${id}`],
    ['POST', `/transactions/${id}/cancel`, '{}'],
    ['POST', `/transactions/${id}/unlock`, '{}'],
    ['POST', `/transactions/${id}/reverse`, '{"reason":"mine"}'],
  ] as const) {
    const { status } = await send(method, path, body)
    if (status !== 404) tally.finding(`${method} ${path} by another partner was answered ${status}`)
  }
  for (const path of [listTransactions.path, `${listTransactions.path}?reference=mine`, listEvents.path]) {
    const { text } = await send('GET', path)
    if (text.includes(id)) tally.finding(`${path} shows a transaction of another partner`)
  }
}
