import { randomUUID } from 'node:crypto'
import type { OutputOf } from '@cashbox/contract'
import { setPartnerCover } from '@cashbox/contract/operator'
import { type createTransactions, readPosition } from '@cashbox/contract/partner'
import { AMOUNT_MINOR, agentId, confirmation, times } from '../common/database.ts'
import { depositBy } from '../common/partner.ts'
import type { Tally } from './tally.ts'
import { type People, readFloat, type Target } from './target.ts'

const AT_ONCE = 60
const FIRST = 30

/** Many at the same moment: one transaction, one float. Exactly what was answered has happened. */
export async function attackWithRaces(target: Target, tally: Tally) {
  const confirm = async (agent: number, number: number) => (await tally.confirm(agent, number)).status === 200
  const racers = times(AT_ONCE, (index) => FIRST + index)
  const before = await sumOfFloats(target, racers)
  for (let round = 0; round < 10; round++) {
    const wanted = target.nextDeposit()
    const won = await Promise.all(racers.map((agent) => confirm(agent, wanted)))
    const winners = won.filter(Boolean).length
    if (winners !== 1) tally.finding(`one transaction was confirmed ${winners} times`)
  }
  const taken = before - (await sumOfFloats(target, racers))
  if (taken !== 10n * AMOUNT_MINOR) tally.finding(`ten confirmations have taken ${taken} from the floats`)

  const poor = FIRST + AT_ONCE
  const covered = 7n
  await emptyFloat(target, agentId(poor), covered * AMOUNT_MINOR + 1n)
  const done = await Promise.all(times(40, () => confirm(poor, target.nextDeposit())))
  const count = BigInt(done.filter(Boolean).length)
  const left = await readFloat(target, agentId(poor))
  if (count !== covered || left !== 1n) tally.finding(`a float for ${covered} gave ${count}, and has ${left} left`)
}

async function sumOfFloats(target: Target, agents: readonly number[]): Promise<bigint> {
  let sum = 0n
  for (const agent of agents) sum += await readFloat(target, agentId(agent))
  return sum
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

const body = (reference: string) => JSON.stringify(depositBy(reference))

/** What was sent once, sent again: as it was, or with a part of it exchanged. */
export async function attackWithReplays(target: Target, { partner }: People, tally: Tally) {
  const send = (what: string, ...sent: Parameters<typeof partner.send>) => tally.count(what, partner.send(...sent))

  for (const text of [body(randomUUID()), '{"reference":"refused"}']) {
    const id = randomUUID()
    await send('a signed request', 'POST', '/transactions', text, { id })
    const again = send('its replay', 'POST', '/transactions', text, { id })
    await tally.expect('the replay of a signed request', again, 401, 409)
  }
  const nowS = Math.floor(Date.now() / 1000)
  for (const changes of [
    { timestamp: nowS - 3600 },
    { timestamp: nowS + 3600 },
    ...['-1', 'NaN', '', ' ', `${nowS}.0`].map((text) => ({ headers: { 'webhook-timestamp': text } })),
  ]) {
    const sent = send('another time', 'GET', '/transactions', '', changes)
    await tally.expect(`a request of another time, ${JSON.stringify(changes)},`, sent, 401)
  }
  for (const [what, signed] of Object.entries({
    method: { method: 'GET' },
    path: { target: '/partner/v1/events' },
    query: { target: '/partner/v1/transactions?limit=1' },
    body: { body: body('y') },
  })) {
    const sent = send(`another ${what}`, 'POST', '/transactions', body('x'), { signed })
    await tally.expect(`a ${what} that was exchanged after signing`, sent, 401)
  }

  const deposit = confirmation(target.nextDeposit())
  const key = { 'idempotency-key': randomUUID() }
  const confirm = (input: object) => tally.ask(20, '/api/payments/confirm', input, key)
  await Promise.all(times(20, () => tally.expect('a repeated confirmation', confirm(deposit), 200)))
  await tally.expectNotDone('a second confirmation with one key', confirm(confirmation(target.nextDeposit())))

  await tally.ask(21, '/api/auth/logout', {})
  await tally.expect('a token after log-out', tally.ask(21, '/api/user/profile'), 401)
}

const COVER = { limit: '1000.00', amount: '30.00', fits: 33 }

/** A partner with cover for a few withdrawals opens ten thousand, repeats calls, and cancels and reverses meanwhile. */
export async function attackTheCover({ operators: { admin }, otherPartner: partner }: People, tally: Tally) {
  const limit = { currency_code: 'UZS', credit_limit: COVER.limit, low_level: null }
  await admin.call(setPartnerCover, { ...(await partner.asItIs()), ...limit })
  const withdrawal = (reference: string) => ({ ...depositBy(reference), type: 'withdraw', amount: COVER.amount })
  const openMany = async (call: number) => {
    const transactions = times(100, (index) => withdrawal(`cover-${call}-${index}`))
    const sent = partner.send('POST', '/transactions/bulk', JSON.stringify({ transactions }))
    const { text } = await tally.count('a hundred withdrawals', sent)
    return (JSON.parse(text) as { payload: OutputOf<typeof createTransactions> }).payload.list
  }
  const expectCovered = async (what: string) => {
    const { list } = (await partner.call(readPosition, {})).payload
    const { reserved = '', left = '' } = list.find(({ currency_code }) => currency_code === 'UZS') ?? {}
    if (left !== '10.00') tally.finding(`${what} reserved ${reserved} and left ${left}`)
  }

  const opened = []
  for (let call = 0; call < 100; call += 5) {
    const lists = await Promise.all([0, 1, 2, 3, 4].map((next) => openMany(call + next)))
    opened.push(...lists.flat().filter(({ transaction }) => transaction !== null))
  }
  if (opened.length !== COVER.fits) tally.finding(`cover for ${COVER.fits} withdrawals opened ${opened.length}`)
  await expectCovered('ten thousand withdrawals')
  const again = (await openMany(0)).filter(({ is_repeat, transaction }) => transaction !== null && !is_repeat)
  if (again.length > 0) tally.finding('a repeated call opened other withdrawals')

  // Each is cancelled three times while others take its place.
  const cancelled = opened.slice(0, 20).flatMap(({ transaction }) => times(3, () => transaction))
  await Promise.all([
    ...cancelled.map((one) => partner.send('POST', `/transactions/${one?.transaction_id ?? ''}/cancel`, '{}')),
    openMany(200),
    openMany(201),
  ])
  await openMany(202)
  await expectCovered('withdrawals opened while others were cancelled')

  const paid = opened.at(-1)
  const transaction_id = paid?.transaction?.transaction_id ?? ''
  const payout = { ...confirmation(0), type: 'withdraw', transaction_id, amount: COVER.amount }
  const confirming = tally.ask(22, '/api/payments/confirm', { ...payout, security_code: paid?.security_code })
  await tally.expect('a withdrawal with its code', confirming, 200)
  const reversal = JSON.stringify({ reason: 'To be attacked.' })
  await Promise.all([
    ...times(10, () => partner.send('POST', `/transactions/${transaction_id}/reverse`, reversal)),
    openMany(300),
  ])
  await openMany(301)
  await expectCovered('withdrawals opened while one was reversed ten times')
}
