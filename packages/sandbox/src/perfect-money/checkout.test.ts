import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fieldsOf, hashOf, startTestBench, type TestBench } from './test/test-bench.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await startTestBench()
})

afterEach(() => bench.stop())

const returnedWith = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams

describe('a checkout', () => {
  test('shows what is paid to whom, and lets its forms lead to the merchant', async () => {
    const response = await bench.get(await bench.open({ SUGGESTED_MEMO: 'Top-up' }))
    const page = await response.text()
    for (const text of ['Cashbox', 'U1234567', '25.50', 'USD', 'pm0123', 'Top-up']) {
      expect(page).toContain(text)
    }
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' http://cashbox.test")
  })

  test('is paid once, however often Pay is pressed, and each time the browser gets the same number', async () => {
    const checkout = await bench.open()
    const together = await Promise.all([1, 2, 3].map(() => bench.post(`${checkout}/pay`)))
    await bench.restart()
    const answers = [...together, await bench.post(`${checkout}/pay`), await bench.post(`${checkout}/cancel`)]
    const numbers = answers.map((response) => returnedWith(response).get('PAYMENT_BATCH_NUM'))
    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toMatch(/^[1-9]\d+$/)
    expect(await bench.payments()).toHaveLength(1)
    expect(bench.merchant.received).toHaveLength(1)
  })

  test('notifies the merchant before the browser returns, under a hash over the texts as they were sent', async () => {
    const response = await bench.post(
      `${await bench.open({ BAGGAGE_FIELDS: 'shop till', shop: 'Ünal & Co', till: '7' })}/pay`,
    )
    expect(bench.merchant.received).toHaveLength(1)
    const call = fieldsOf(bench.merchant.received[0])
    expect(call).toEqual({
      PAYEE_ACCOUNT: 'U1234567',
      PAYMENT_ID: 'pm0123',
      PAYMENT_AMOUNT: '25.50',
      PAYMENT_UNITS: 'USD',
      PAYMENT_BATCH_NUM: expect.stringMatching(/^\d+$/),
      PAYER_ACCOUNT: 'U7654321',
      TIMESTAMPGMT: String(bench.clock.now.getTime() / 1000),
      V2_HASH: hashOf(bench.merchant.received[0]),
      BAGGAGE_FIELDS: 'shop till',
      shop: 'Ünal & Co',
      till: '7',
    })
    expect(response.status).toBe(303)
    expect(Object.fromEntries(returnedWith(response))).toEqual({ from: 'pm', ...call })
  })

  test('without a PAYMENT_ID says and signs NULL', async () => {
    await bench.post(`${await bench.open({ PAYMENT_ID: '' })}/pay`)
    expect(fieldsOf(bench.merchant.received[0])).toMatchObject({
      PAYMENT_ID: 'NULL',
      V2_HASH: hashOf(bench.merchant.received[0]),
    })
  })

  test('that is cancelled returns with number 0, without a hash and a payer, and can not be paid any more', async () => {
    const checkout = await bench.open({ SUGGESTED_MEMO: 'Top-up' })
    for (const press of ['cancel', 'pay']) {
      const response = await bench.post(`${checkout}/${press}`)
      expect(Object.fromEntries(returnedWith(response))).toEqual({
        PAYEE_ACCOUNT: 'U1234567',
        PAYMENT_AMOUNT: '25.50',
        PAYMENT_UNITS: 'USD',
        PAYMENT_ID: 'pm0123',
        SUGGESTED_MEMO: 'Top-up',
        PAYMENT_BATCH_NUM: '0',
      })
    }
    expect(bench.merchant.received).toEqual([])
    expect(await bench.payments()).toEqual([])
  })

  test('returns by a form or by a bare link where the merchant wants that', async () => {
    const form = await (await bench.post(`${await bench.open({ PAYMENT_URL_METHOD: '' })}/pay`)).text()
    expect(form).toContain('<form class="box" method="post" action="http://cashbox.test/account-deposit?from=pm">')
    expect(form).toContain(`<input type="hidden" name="V2_HASH" value="${hashOf(bench.merchant.received[0])}">`)
    const link = await (await bench.post(`${await bench.open({ NOPAYMENT_URL_METHOD: 'LINK' })}/cancel`)).text()
    expect(link).toContain('href="http://cashbox.test/account-deposit"')
    expect(link).not.toContain('PAYMENT_BATCH_NUM')
  })

  test('returns the browser also when the merchant fails, redirects or is away, and the desk shows it', async () => {
    bench.merchant.answer.status = 500
    await bench.post(`${await bench.open()}/pay`)
    Object.assign(bench.merchant.answer, { status: 302, headers: { location: bench.merchant.statusUrl } })
    await bench.post(`${await bench.open()}/pay`)
    const response = await bench.post(`${await bench.open({ STATUS_URL: 'http://127.0.0.1:1/' })}/pay`)
    expect(response.status).toBe(303)
    expect(bench.merchant.received).toHaveLength(2)
    const calls = (await bench.payments()).flatMap(({ status_calls }) => status_calls)
    expect(calls.map((call) => call.answer)).toEqual([null, 302, 500])
    expect(calls[0]?.problem).toEqual(expect.any(String))
    expect(await (await bench.get('/desk')).text()).toContain('✕ 500')
  })

  test('that was never begun, or that is too old, is not found and takes nothing', async () => {
    const old = await bench.open()
    bench.clock.now = new Date(bench.clock.now.getTime() + 30 * 60 * 1000)
    for (const checkout of [old, '/checkout/unknown']) {
      expect((await bench.get(checkout)).status).toBe(404)
      expect((await bench.post(`${checkout}/pay`)).status).toBe(404)
    }
    expect(await bench.payments()).toEqual([])
  })

  test.each([
    ['PAYEE_ACCOUNT', 'X123'],
    ['PAYEE_NAME', ''],
    ['PAYMENT_AMOUNT', '0.00'],
    ['PAYMENT_AMOUNT', '1e3'],
    ['PAYMENT_AMOUNT', '1.005'],
    ['PAYMENT_UNITS', 'EUR'],
    ['STATUS_URL', 'ftp://cashbox.test/'],
    ['STATUS_URL', 'MAILTO:a@cashbox.test'],
    ['PAYMENT_URL', 'javascript:alert(1)'],
    ['PAYMENT_URL', "http://a;script-src'/"],
    ['NOPAYMENT_URL', '/account-deposit'],
    ['PAYMENT_URL_METHOD', 'get'],
    ['BAGGAGE_FIELDS', 'PAYMENT_AMOUNT'],
    ['BAGGAGE_FIELDS', 'a a'],
    ['SUGGESTED_MEMO', 'x'.repeat(101)],
    ['FORCED_PAYER_ACCOUNT', 'E1234567'],
  ])('is refused for a form with %s = %s', async (field, value) => {
    const response = await bench.post('', bench.entryForm({ [field]: value }))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(`<bdi>${field}</bdi>`)
  })

  test('is refused for a form that has a field twice or lacks one', async () => {
    const twice = new URLSearchParams(bench.entryForm())
    twice.append('PAYMENT_AMOUNT', '1.00')
    expect(await (await bench.post('', twice.toString())).text()).toContain(
      '<bdi>PAYMENT_AMOUNT</bdi> must not be sent more than once',
    )
    const lacking = new URLSearchParams(bench.entryForm())
    lacking.delete('BAGGAGE_FIELDS')
    expect(await (await bench.post('', lacking.toString())).text()).toContain('<bdi>BAGGAGE_FIELDS</bdi> is missing')
  })
})
