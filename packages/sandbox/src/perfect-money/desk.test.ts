import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from './payment-book.ts'
import { fieldsOf, hashOf, startTestBench, type TestBench } from './test/test-bench.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await startTestBench()
})

afterEach(() => bench.stop())

describe('the desk', () => {
  const payAtDesk = async (changes: Readonly<Record<string, string>> = {}) =>
    (await (
      await bench.postJson('/pay', {
        PAYEE_ACCOUNT: 'E1234567',
        PAYMENT_AMOUNT: '9.5',
        PAYMENT_ID: 'pm77',
        STATUS_URL: bench.merchant.statusUrl,
        ...changes,
      })
    ).json()) as Payment

  test('pays for any order without a checkout, with the units of the account', async () => {
    const payment = await payAtDesk()
    expect(payment).toMatchObject({ amount: '9.5', order: { units: 'EUR' }, status_calls: [{ answer: 200 }] })
    expect(fieldsOf(bench.merchant.received[0])).toMatchObject({
      PAYMENT_ID: 'pm77',
      V2_HASH: hashOf(bench.merchant.received[0]),
    })
  })

  test.each([
    ['again', {}],
    ['late', { TIMESTAMPGMT: String(Date.parse('2027-02-12T10:11:12Z') / 1000) }],
    ['other_amount', { PAYMENT_AMOUNT: '10.50' }],
    ['other_payee', { PAYEE_ACCOUNT: 'E1234568' }],
    ['other_units', { PAYMENT_UNITS: 'USD' }],
    ['other_payment_id', { PAYMENT_ID: expect.stringMatching(/^unknown-/) }],
  ])('sends a signed status call that differs only in what it says: %s', async (twist, difference) => {
    const { batch } = await payAtDesk()
    await bench.postJson(`/payments/${batch}/status-calls`, { twist })
    expect(fieldsOf(bench.merchant.received[1])).toEqual({
      ...fieldsOf(bench.merchant.received[0]),
      ...difference,
      V2_HASH: hashOf(bench.merchant.received[1]),
    })
  })

  test('forges a status call that differs only in its hash', async () => {
    const { batch } = await payAtDesk()
    await bench.postJson(`/payments/${batch}/status-calls`, { twist: 'forged' })
    const [genuine, forged] = bench.merchant.received.map(fieldsOf)
    expect(forged?.['V2_HASH']).toMatch(/^[0-9A-F]{32}$/)
    expect(forged?.['V2_HASH']).not.toBe(genuine?.['V2_HASH'])
    expect({ ...forged, V2_HASH: '' }).toEqual({ ...genuine, V2_HASH: '' })
  })

  test('sends a genuine status call with the amount twice', async () => {
    const { batch } = await payAtDesk()
    await bench.postJson(`/payments/${batch}/status-calls`, { twist: 'duplicate_field' })
    expect(bench.merchant.received[1]).toBe(`${bench.merchant.received[0]}&PAYMENT_AMOUNT=10.50`)
  })

  test('has the same order paid a second time under another number', async () => {
    const first = await payAtDesk()
    const second = (await (
      await bench.postJson(`/payments/${first.batch}/status-calls`, { twist: 'second_batch' })
    ).json()) as Payment
    expect(BigInt(second.batch)).toBeGreaterThan(BigInt(first.batch))
    expect(second.order).toEqual(first.order)
    expect(fieldsOf(bench.merchant.received[1])).toMatchObject({
      PAYMENT_BATCH_NUM: second.batch,
      V2_HASH: hashOf(bench.merchant.received[1]),
    })
  })

  test('leads people back to itself after every action', async () => {
    const paid = await bench.post('/pay', {
      PAYEE_ACCOUNT: 'U1234567',
      PAYMENT_AMOUNT: '1',
      STATUS_URL: bench.merchant.statusUrl,
    })
    const [payment] = await bench.payments()
    const announced = await bench.post(`/payments/${payment?.batch}/status-calls`, { twist: 'again' })
    const set = await bench.post('/switches', { status_calls: 'never' })
    for (const response of [paid, announced, set]) {
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toMatch(/^\/sandbox\/perfect-money\/desk#/)
    }
    expect(bench.merchant.received[1]).toBe(bench.merchant.received[0])
    expect(await (await bench.get('/desk')).text()).toContain('<option value="never" selected>')
  })

  test('keeps silent, reports late or writes amounts shorter, as it is switched', async () => {
    await bench.postJson('/switches', { status_calls: 'never' })
    expect(await payAtDesk()).toMatchObject({ status_calls: [] })
    await bench.postJson('/switches', { status_calls: 'after_return', delay_seconds: 0, amounts: 'stripped' })
    await bench.post(`${await bench.open()}/pay`)
    await expect.poll(() => bench.merchant.received).toHaveLength(1)
    expect(fieldsOf(bench.merchant.received[0])).toMatchObject({
      PAYMENT_AMOUNT: '25.5',
      V2_HASH: hashOf(bench.merchant.received[0]),
    })
    await expect.poll(async () => (await bench.payments())[0]?.status_calls).toMatchObject([{ answer: 200 }])
  })

  test('does not hold up the end of the process for a call that is still to come', async () => {
    await bench.postJson('/switches', { status_calls: 'after_return', delay_seconds: 3600 })
    await payAtDesk()
    await bench.restart()
    expect(bench.merchant.received).toEqual([])
  })

  test.each([
    ['/pay', { PAYEE_ACCOUNT: 'U1234567', PAYMENT_AMOUNT: '-1' }, 'PAYMENT_AMOUNT'],
    ['/pay', { PAYEE_ACCOUNT: 'U1234567', PAYMENT_AMOUNT: ['1'] }, 'PAYMENT_AMOUNT'],
    ['/pay', { PAYEE_ACCOUNT: 'U1234567', PAYMENT_AMOUNT: '1', STATUS_URL: 'file:///etc/passwd' }, 'STATUS_URL'],
    ['/pay', { PAYEE_ACCOUNT: 'U1234567', PAYMENT_AMOUNT: '1', payment_id: 'pm1' }, 'payment_id'],
    ['/switches', { status_calls: 'toString' }, 'status_calls'],
    ['/switches', { delay_seconds: 3601 }, 'delay_seconds'],
    ['/switches', { colour: 'red' }, 'colour'],
  ])('refuses %s with %j', async (path, body, field) => {
    const response = await bench.postJson(path, body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } })
    expect(await bench.payments()).toEqual([])
  })

  test('refuses what is no object, broken JSON, an unknown twist and an unknown payment', async () => {
    expect((await bench.postRaw('/pay', '{')).status).toBe(400)
    expect((await bench.postJson('/pay', ['PAYEE_ACCOUNT'])).status).toBe(422)
    const { batch } = await payAtDesk()
    expect((await bench.postJson(`/payments/${batch}/status-calls`, { twist: 'constructor' })).status).toBe(422)
    expect((await bench.postJson('/payments/1/status-calls', { twist: 'again' })).status).toBe(404)
    expect(bench.merchant.received).toHaveLength(1)
  })

  test('says on every page that no money moves, and needs no script', async () => {
    for (const path of ['', '/desk', await bench.open(), '/checkout/unknown']) {
      const page = await (await bench.get(path)).text()
      expect(page).toContain('no real money')
      expect(page).toContain('href="/sandbox/sandbox.css"')
      expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    }
  })

  test('shows what merchants and payers write as text', async () => {
    const hostile = `<script>alert("1")</script><img src=x onerror='alert(2)'>`
    const checkout = await bench.open({
      PAYEE_NAME: hostile,
      PAYMENT_ID: hostile,
      SUGGESTED_MEMO: hostile,
      PAYMENT_URL_METHOD: 'POST',
      BAGGAGE_FIELDS: '<img>',
      '<img>': '</pre><script>',
    })
    const twice = new URLSearchParams([
      [hostile, '1'],
      [hostile, '2'],
    ])
    const responses = [
      await bench.get(checkout),
      await bench.post(`${checkout}/pay`, { memo: hostile }),
      await bench.get('/desk'),
      await bench.post('', twice.toString()),
    ]
    for (const response of responses) {
      const page = await response.text()
      expect(page).toContain('&lt;script&gt;')
      expect(page).not.toMatch(/<script|<img/)
    }
  })
})
