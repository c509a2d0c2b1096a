import { agentApi } from '@cashbox/contract'
import { createTransaction, listEvents, listTransactions } from '@cashbox/contract/partner'
import { AMOUNT, agentId, tokenOf, transactionId } from '../prepare.ts'
import { confirmation } from './confirmation.ts'
import type { People } from './people.ts'
import { asAgent, type Tally } from './tally.ts'
import type { Target } from './target.ts'

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
