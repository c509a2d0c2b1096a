import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allOff } from './behaviour.ts'
import { AGENT, OTHER, type ServedChain, serveChain } from './test/serve-chain.ts'

const hostile = `"><script>alert('1')</script>`
let served: ServedChain

beforeEach(async () => {
  served = await serveChain({ agents: [{ label: hostile, address: AGENT }] })
})

afterEach(() => served.close())

const page = async () => (await fetch(served.base)).text()
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

describe('by JSON', () => {
  test('a transfer is sent, mined and dropped', async () => {
    const { body } = await served.postJson('/send', { to: AGENT, amount: '12.5' })
    expect(served.chain.transactions()).toMatchObject([
      { txid: body.txid, isFailed: false, transfers: [{ to: AGENT, units: 12_500_000n, token: 'usdt' }] },
    ])
    expect(await served.postJson('/mine', { blocks: 19 })).toEqual({ status: 200, body: { head: 19, solid: 0 } })
    expect((await served.postJson('/drop', { txid: body.txid })).status).toBe(200)
    expect(served.chain.transactions()).toEqual([])
  })

  test('a transfer may be of nothing, fake, failing and from someone', async () => {
    await served.postJson('/send', { to: AGENT, amount: '0', token: 'fake', from: OTHER, fails: true })
    expect(served.chain.transactions()).toMatchObject([
      { isFailed: true, transfers: [{ from: OTHER, units: 0n, token: 'fake' }] },
    ])
  })

  test.each([
    [{ to: AGENT }, 'amount'],
    [{ to: AGENT, amount: '' }, 'amount'],
    [{ to: AGENT, amount: 5 }, 'amount'],
    [{ to: AGENT, amount: '1.0000001' }, 'amount'],
    [{ to: AGENT, amount: '-1' }, 'amount'],
    [{ amount: '1' }, 'to'],
    [{ to: AGENT.toLowerCase(), amount: '1' }, 'to'],
    [{ to: '41c8599111f29c1e1e061265b4af93ea1f274ad78a', amount: '1' }, 'to'],
    [{ to: [AGENT], amount: '1' }, 'to'],
    [{ to: AGENT, amount: '1', from: 'me' }, 'from'],
    [{ to: AGENT, amount: '1', token: 'trx' }, 'token'],
    [{ to: AGENT, amount: '1', fails: 'yes' }, 'fails'],
    [{ to: AGENT, amount: '1', memo: 'x' }, 'memo'],
    [{ to: AGENT, amount: '1', constructor: 'x' }, 'constructor'],
    [[], 'body'],
    [null, 'body'],
  ])('a wrong transfer is refused with its field: %j', async (sent, field) => {
    const { status, body } = await served.postJson('/send', sent)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(body.message).toContain(body.errors[field]?.[0])
    expect(served.chain.transactions()).toEqual([])
  })

  test.each([{}, { blocks: 0 }, { blocks: 1001 }, { blocks: 1.5 }, { blocks: '1' }, { blocks: 1, fast: true }])(
    'wrong mining is refused: %j',
    async (sent) => {
      expect((await served.postJson('/mine', sent)).status).toBe(422)
      expect(served.chain.head()).toBe(0)
    },
  )

  test('what is solid, unknown or no id at all is not dropped', async () => {
    const { body } = await served.postJson('/send', { to: AGENT, amount: '1' })
    await served.chain.mine(20)
    for (const txid of [body.txid, '0'.repeat(64), 'x', 5]) {
      expect((await served.postJson('/drop', { txid })).status).toBe(422)
    }
    expect(served.chain.transactions()).toHaveLength(1)
  })

  test('switches are set one by one, and all of them are answered', async () => {
    const throttle = { every: 2, status: 403 }
    const set = { lag: 3, gaps: 10, missing: ['a'.repeat(64)], repeats: true, throttle, down: 'closed', slow: 5 }
    await served.postJson('/behaviour', set)
    const { body } = await served.postJson('/behaviour', { reorders: true, throttle: null })
    expect(body).toEqual({ ...allOff, ...set, reorders: true, throttle: null })
    expect(served.chain.behaviour()).toEqual(body)
  })

  test.each([
    { lag: -1 },
    { lag: '1' },
    { gaps: 101 },
    { missing: ['x'] },
    { missing: 'a'.repeat(64) },
    { repeats: 1 },
    { throttle: { every: 0, status: 429 } },
    { throttle: { every: 1, status: 500 } },
    { throttle: { every: 1, status: 429, more: 1 } },
    { throttle: true },
    { down: 'perhaps' },
    { slow: 60_001 },
    { unknown: true },
  ])('a wrong switch is refused, and nothing is switched: %j', async (sent) => {
    expect((await served.postJson('/behaviour', { reorders: true, ...sent })).status).toBe(422)
    expect(served.chain.behaviour()).toEqual(allOff)
  })
})

describe('by form, without any script', () => {
  test.each([
    ['usdt', { isFailed: false, transfers: [{ token: 'usdt' }] }],
    ['fake', { isFailed: false, transfers: [{ token: 'fake' }] }],
    ['failing', { isFailed: true, transfers: [{ token: 'usdt' }] }],
  ])('%s is sent to the chosen agent, and the page is shown again', async (kind, expected) => {
    const response = await served.post('/send', form({ kind, amount: ' 7.25 ', agent: AGENT, to: '' }))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sandbox/tron#transactions'])
    expect(served.chain.transactions()).toMatchObject([expected])
    expect(served.chain.transactions()[0]?.transfers).toMatchObject([{ to: AGENT, units: 7_250_000n }])
  })

  test('an address that was typed counts more than the chosen agent', async () => {
    await served.post('/send', form({ kind: 'usdt', amount: '1', agent: AGENT, to: ` ${OTHER} ` }))
    expect(served.chain.transactions()[0]?.transfers[0]?.to).toBe(OTHER)
  })

  test('what is wrong is beside its field, with what was typed', async () => {
    const response = await served.post('/send', form({ kind: 'fake', amount: '1.0000001', agent: AGENT, to: hostile }))
    const body = await response.text()
    expect(response.status).toBe(422)
    expect(body).toContain('id="amount-problem"')
    expect(body).toContain('id="to-problem"')
    expect(body).toContain('value="1.0000001"')
    expect(body).toMatch(/value="fake" checked/)
    expect(body).not.toContain('<script>')
  })

  test('blocks are mined and a transaction is dropped', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1n })
    expect((await served.post('/mine', form({ blocks: '1' }))).status).toBe(303)
    expect(served.chain.head()).toBe(1)
    expect((await served.post('/drop', form({ txid }))).status).toBe(303)
    const again = await served.post('/drop', form({ txid }))
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('role="alert"')])
  })

  test('switches are set by their buttons and by their fields, and leave the others alone', async () => {
    await served.post('/behaviour', form({ repeats: 'on' }))
    const fields = { lag: '5', gaps: '20', slow: '10', throttle_every: '2', throttle_status: '403', down: 'closed' }
    const response = await served.post('/behaviour', form(fields))
    expect(response.headers.get('location')).toBe('/sandbox/tron#switches')
    const set = { ...allOff, repeats: true, lag: 5, gaps: 20, slow: 10, throttle: { every: 2, status: 403 } }
    expect(served.chain.behaviour()).toEqual({ ...set, down: 'closed' })
    await served.post('/behaviour', form({ ...fields, throttle_every: '0', down: '' }))
    await served.post('/behaviour', form({ repeats: 'off' }))
    expect(served.chain.behaviour()).toEqual({ ...set, repeats: false, throttle: null })
    expect((await served.post('/behaviour', form({ ...fields, lag: 'many' }))).status).toBe(422)
  })
})

describe('the page', () => {
  test('shows how far each transaction is from being final, and lets it be dropped until then', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1_234_500_000n })
    expect(await page()).toContain('Waiting for the next block')
    await served.chain.mine(4)
    const young = await page()
    expect(young).toContain('3 of 19 confirmations')
    expect(young).toContain('1,234.50')
    expect(young).toContain(`aria-label="Drop ${txid}"`)
    await served.chain.mine(16)
    const old = await page()
    expect(old).toContain('✓ Solid')
    expect(old).not.toContain('Drop')
  })

  test('shows which switches are on', async () => {
    expect(await page()).not.toContain('aria-pressed="true"')
    served.chain.behave({ inventsRows: true, down: 'unavailable', missing: ['a'.repeat(64)] })
    const body = await page()
    expect(body).toMatch(/name="inventsRows" value="off" aria-pressed="true"/)
    expect(body).toContain('<option value="unavailable" selected>')
  })

  test('reads its list again by a script of its own, and keeps to a policy without inline code', async () => {
    const body = await page()
    expect(body).toContain('<script type="module" src="/sandbox/tron/watch.js"></script>')
    expect(body).toContain('data-watched="/sandbox/tron" data-every-seconds="3"')
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/i)
    expect((await fetch(`${served.base}/watch.js`)).headers.get('content-type')).toContain('javascript')
  })

  test('shows the name of an agent as text', async () => {
    expect(await page()).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;')
    expect(await page()).not.toContain('<script>')
  })

  test('is there while the provider is down', async () => {
    served.chain.behave({ down: 'closed', slow: 60_000, throttle: { every: 1, status: 429 } })
    expect((await fetch(served.base)).status).toBe(200)
  })
})
