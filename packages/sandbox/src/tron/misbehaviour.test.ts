import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Behaviour } from './behaviour.ts'
import { AGENT, OTHER, type ServedChain, serveChain, USDT } from './test/serve-chain.ts'

let served: ServedChain

beforeEach(async () => {
  served = await serveChain()
})

afterEach(() => served.close())

const behave = (behaviour: Partial<Behaviour>) => served.chain.behave(behaviour)

async function listed(query = '') {
  const path = `/v1/accounts/${AGENT}/transactions/trc20?order_by=block_timestamp,asc&${query}`
  return (await served.getJson(path)).body.data
}

const ids = async (query = '') => (await listed(query)).map(({ transaction_id }) => transaction_id)

async function send(count: number): Promise<string[]> {
  const sent: string[] = []
  for (let units = 1; units <= count; units += 1)
    sent.push(await served.chain.send({ to: AGENT, units: BigInt(units) }))
  await served.chain.mine(20)
  return sent
}

test('nothing lies unless it was switched to', async () => {
  const sent = await send(3)
  expect(await ids('only_confirmed=true')).toEqual(sent)
})

test('a late index knows the chain as it was, its confirmations too', async () => {
  const sent = await send(1)
  behave({ lag: 5 })
  expect([await ids(), await ids('only_confirmed=true')]).toEqual([sent, []])
  behave({ lag: 20 })
  expect(await ids()).toEqual([])
  await served.chain.mine(20)
  expect(await ids('only_confirmed=true')).toEqual(sent)
})

test('gaps hide a share of the transactions, always the same ones, until they are mended', async () => {
  const sent = await send(60)
  behave({ gaps: 50 })
  const some = await ids('limit=200')
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(60)
  expect(await ids('limit=200')).toEqual(some)
  behave({ gaps: 100 })
  expect(await ids()).toEqual([])
  served.chain.mend()
  expect(await ids('limit=200')).toEqual(sent)
})

test('gaps hide the transactions that were named, in both listings and not in the node', async () => {
  const [first = '', second = ''] = await send(2)
  behave({ missing: [first] })
  expect(await ids()).toEqual([second])
  expect((await served.getJson(`/v1/contracts/${USDT}/events`)).body.data).toHaveLength(1)
  const { body } = await served.postJson('/walletsolidity/gettransactioninfobyid', { value: first })
  expect(body.id).toBe(first)
  served.chain.mend()
  expect(await ids()).toEqual([first, second])
})

test('repeats list every row twice, over pages too', async () => {
  const [first, second] = await send(2)
  behave({ repeats: true })
  expect(await ids()).toEqual([first, first, second, second])
  const path = `/v1/accounts/${AGENT}/transactions/trc20?limit=3&order_by=block_timestamp,asc`
  const { meta } = (await served.getJson(path)).body
  const rest = (await served.getJson(`${path}&fingerprint=${meta.fingerprint}`)).body.data
  expect(rest).toMatchObject([{ transaction_id: second }])
})

test('reordered pages hold the same rows in another order', async () => {
  const sent = await send(5)
  behave({ reorders: true })
  const mixed = await ids()
  expect(mixed).not.toEqual(sent)
  expect(mixed.toSorted()).toEqual(sent.toSorted())
})

test('a failed transfer is listed only by the lie, and its receipt still says the truth', async () => {
  const failed = await served.chain.send({ to: AGENT, units: 5n, fails: true })
  await served.chain.mine(20)
  behave({ listsFailed: true })
  expect(await listed('only_confirmed=true')).toMatchObject([{ transaction_id: failed, value: '5' }])
  const { body } = await served.postJson('/walletsolidity/gettransactioninfobyid', { value: failed })
  expect(body).toMatchObject({ result: 'FAILED' })
})

test('an invented transfer is listed as confirmed, and the node knows nothing of it', async () => {
  await served.chain.send({ to: OTHER, units: 1n })
  await served.chain.mine(40)
  behave({ inventsRows: true })
  const [invented, ...others] = await listed('only_confirmed=true')
  expect(others).toEqual([])
  expect(await listed()).toEqual([invented])
  const { body } = await served.postJson('/wallet/gettransactioninfobyid', { value: invented?.transaction_id })
  expect(body).toEqual({})
  expect((await served.getJson(`/v1/contracts/${USDT}/events?only_confirmed=true`)).body.data).toHaveLength(2)
})

test.each([429, 403] as const)('throttling refuses every so manieth call with %i', async (status) => {
  behave({ throttle: { every: 3, status } })
  const statuses: number[] = []
  for (let call = 1; call <= 6; call += 1) statuses.push((await served.getJson('/wallet/getnowblock')).status)
  expect(statuses).toEqual([200, 200, status, 200, 200, status])
  behave({ throttle: { every: 1, status } })
  expect(await served.getJson('/wallet/getnowblock')).toEqual({ status, body: { Error: expect.any(String) } })
})

test('a provider that is down answers 503 without JSON, or not at all', async () => {
  behave({ down: 'unavailable' })
  const response = await fetch(`${served.base}/wallet/getnowblock`)
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html'])
  behave({ down: 'closed' })
  await expect(fetch(`${served.base}/wallet/getnowblock`)).rejects.toThrow('fetch failed')
  behave({ down: null })
  expect((await served.getJson('/wallet/getnowblock')).status).toBe(200)
})

test('a slow provider takes its time, and the end of the server does not wait for it', async () => {
  behave({ slow: 80 })
  const started = performance.now()
  await served.getJson('/wallet/getnowblock')
  expect(performance.now() - started).toBeGreaterThanOrEqual(75)
  behave({ slow: 60_000 })
  const call = fetch(`${served.base}/wallet/getnowblock`).catch(() => null)
  await expect.poll(() => served.chain.requests()['/wallet/getnowblock']).toBe(2)
  await served.close()
  await call
  expect(performance.now() - started).toBeLessThan(50_000)
})

test('errors of the full node come with 200, and the index goes on', async () => {
  const sent = await send(1)
  behave({ errors200: true })
  expect(await served.postJson('/wallet/getnowblock')).toEqual({ status: 200, body: { Error: expect.any(String) } })
  expect(await ids()).toEqual(sent)
})

test('calls are counted by what they ask, refused ones too, until they are forgotten', async () => {
  await served.postJson('/walletsolidity/getnowblock')
  await listed()
  behave({ throttle: { every: 1, status: 429 } })
  await listed()
  expect(served.chain.requests()).toEqual({
    '/walletsolidity/getnowblock': 1,
    '/v1/accounts/:address/transactions/trc20': 2,
  })
  served.chain.forgetRequests()
  expect(served.chain.requests()).toEqual({})
})
