import { randomUUID } from 'node:crypto'
import { agentId, tokenOf } from '../prepare.ts'
import { asAgent, type Tally } from './tally.ts'
import { AMOUNT_MINOR, confirmation, type People, readFloat, type Target } from './target.ts'

const AT_ONCE = 60
const FIRST = 30

/** Many at the same moment: one transaction, one float. Exactly what was answered has happened. */
export async function attackWithRaces(target: Target, tally: Tally) {
  const confirm = async (agent: number, number: number) => {
    const { status } = await tally.send(
      'a confirmation',
      '/api/payments/confirm',
      asAgent(tokenOf(agent), confirmation(number)),
    )
    return status === 200
  }

  const before = await sumOfFloats(target)
  for (let round = 0; round < 10; round++) {
    const wanted = target.nextDeposit()
    const won = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => confirm(FIRST + index, wanted)))
    const winners = won.filter(Boolean).length
    if (winners !== 1) tally.finding(`one transaction was confirmed ${winners} times`)
  }
  const taken = before - (await sumOfFloats(target))
  if (taken !== 10n * AMOUNT_MINOR) tally.finding(`ten confirmations have taken ${taken} from the floats`)

  const poor = FIRST + AT_ONCE
  const covered = 7n
  await emptyFloat(target, agentId(poor), covered * AMOUNT_MINOR + 1n)
  const done = await Promise.all(Array.from({ length: 40 }, () => confirm(poor, target.nextDeposit())))
  const count = BigInt(done.filter(Boolean).length)
  const left = await readFloat(target, agentId(poor))
  if (count !== covered || left !== 1n) tally.finding(`a float for ${covered} gave ${count}, and has ${left} left`)
}

async function sumOfFloats({ db }: Target): Promise<bigint> {
  const ids = Array.from({ length: AT_ONCE }, (_, index) => agentId(FIRST + index))
  const { rows } = await db.query<{ sum: string }>(
    `select sum(balance) as sum from account where kind = 'float' and agent_id = any($1::uuid[])`,
    [ids],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** Leaves that much, by a movement like any other. */
async function emptyFloat({ db }: Target, agent: string, left: bigint) {
  await db.query(
    `select post_movement('adjustment', gen_random_uuid(), float.id, source.id, float.balance - $2::bigint, null, now())
     from account as float, open_account(null, 'adjustment', null, float.asset, null) as source (id)
     where float.agent_id = $1 and float.kind = 'float'`,
    [agent, left],
  )
}

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
