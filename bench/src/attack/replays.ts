import { randomUUID } from 'node:crypto'
import { tokenOf } from '../prepare.ts'
import { confirmation } from './confirmation.ts'
import type { People } from './people.ts'
import { asAgent, type Tally } from './tally.ts'
import type { Target } from './target.ts'

const body = (reference: string) =>
  JSON.stringify({
    reference,
    type: 'deposit',
    amount: '10.00',
    currency_code: 'UZS',
    player_id: 'p1',
    channel: 'tashkent',
  })

/** What was sent once, sent again: as it was, or with a part of it exchanged. */
export async function attackWithReplays(target: Target, { partner }: People, tally: Tally) {
  const send = (what: string, ...sent: Parameters<typeof partner.send>) => tally.count(what, partner.send(...sent))
  const expectStatus = (what: string, status: number, ...allowed: number[]) => {
    if (!allowed.includes(status)) tally.finding(`${what} was answered ${status}`)
  }

  for (const text of [body(randomUUID()), '{"reference":"refused"}']) {
    const id = randomUUID()
    const first = await send('a signed request', 'POST', '/transactions', text, { id })
    const again = await send('its replay', 'POST', '/transactions', text, { id })
    if (first.status === again.status && first.status === 200) tally.finding('a signed request works twice')
    expectStatus('the replay of a signed request', again.status, 401, 409)
  }
  const now = Math.floor(Date.now() / 1000)
  const times = [
    { timestamp: now - 3600 },
    { timestamp: now + 3600 },
    ...['-1', 'NaN', '', ' ', `${now}.0`].map((text) => ({ headers: { 'webhook-timestamp': text } })),
  ]
  for (const changes of times)
    expectStatus(
      `a request of another time, ${JSON.stringify(changes)},`,
      (await send('another time', 'GET', '/transactions', '', changes)).status,
      401,
    )
  for (const [what, signed] of Object.entries({
    method: { method: 'GET' },
    path: { target: '/partner/v1/events' },
    query: { target: '/partner/v1/transactions?limit=1' },
    body: { body: body('y') },
  }))
    expectStatus(
      `a ${what} that was exchanged after signing`,
      (await send(`another ${what}`, 'POST', '/transactions', body('x'), { signed })).status,
      401,
    )

  const deposit = confirmation(target.nextDeposit())
  const key = randomUUID()
  const confirm = (input: object) =>
    tally.send('a confirmation with a key', '/api/payments/confirm', {
      ...asAgent(tokenOf(20), input),
      headers: { ...asAgent(tokenOf(20), input).headers, 'idempotency-key': key },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(deposit)))
  if (answers.some(({ status }) => status !== 200)) tally.finding('a repeated confirmation is answered in another way')
  const other = await confirm(confirmation(target.nextDeposit()))
  if (other.status === 200) tally.finding('a key stands for two confirmations')

  const leaver = tokenOf(21)
  await tally.send('log-out', '/api/auth/logout', asAgent(leaver, {}))
  expectStatus('a token after log-out', (await tally.send('profile', '/api/user/profile', asAgent(leaver))).status, 401)
}
