import { getProfile, issueReceipt, type Receipt } from '@cashbox/contract'
import { reverseTransaction } from '@cashbox/contract/partner'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { openWorld } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReceiptCode } from './receipt.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

const PLAYER = 'player-48210007'

async function confirmed(type: 'deposit' | 'withdraw' = 'deposit', amount = '1250.50') {
  const transaction = await world.opened({ type, amount, player_id: PLAYER })
  await world.confirmOpened(transaction, transaction.security_code)
  return transaction.transaction_id
}

const askFor = (transactionId: string, token = world.agent) =>
  world.call(issueReceipt, { transaction_id: transactionId }, { token })

const receiptOf = async (transactionId: string): Promise<Receipt> => (await askFor(transactionId)).payload.receipt

const pathOf = ({ url }: Receipt) => new URL(url).pathname

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.address}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('the receipt of a payment', () => {
  test('says what was confirmed, where and when, with the player masked', async () => {
    const transactionId = await confirmed()
    const receipt = await receiptOf(transactionId)
    expect(receipt).toMatchObject({
      network: 'Cashbox',
      transaction_id: transactionId,
      type: 'deposit',
      amount: '1250.50',
      customer: 'pl***07',
      reversed_at: null,
      cash_id: '100001',
      is_demo: false,
    })
    expect(receipt.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(receipt.url.endsWith(`/r/${receipt.code.replaceAll('-', '')}`)).toBe(true)
  })

  test('is the same one however often it is asked for, also at the same moment', async () => {
    const transactionId = await confirmed()
    const receipts = await Promise.all(Array.from({ length: 5 }, () => receiptOf(transactionId)))
    expect(new Set(receipts.map(({ code }) => code)).size).toBe(1)
    expect(await receiptOf(transactionId)).toEqual(receipts[0])
    expect(await receiptOf(await confirmed())).not.toMatchObject({ code: receipts[0]?.code })
  })

  test('is refused to everyone but the agent who confirmed it, in the same words as one that does not exist', async () => {
    const other = await world.logIn('fenced')
    const answers = [
      await askFor(await confirmed(), other),
      await askFor((await world.opened({ type: 'deposit', amount: '5.00' })).transaction_id),
      await askFor('NOSUCHTRANSACTION'),
    ]
    for (const { status, failure } of answers) {
      expect([status, failure.code]).toEqual([422, 'transaction_not_found'])
      expect(failure.errors).toEqual(answers[2]?.failure.errors)
    }
    expect((await askFor('NOSUCHTRANSACTION', await world.logIn('pending'))).failure.code).toBe('agent_not_active')
  })
})

describe('the public page', () => {
  test('shows the payment to anyone, without a session and without personal data', async () => {
    const transactionId = await confirmed('withdraw', '12345.60')
    const { status, html } = await open(pathOf(await receiptOf(transactionId)))
    expect(status).toBe(200)
    for (const shown of ['This receipt is genuine', 'Withdrawal', '12,345.60', '100001', transactionId.slice(-4)]) {
      expect(html).toContain(shown)
    }
    for (const hidden of [PLAYER, 'pl***07', transactionId, '@cashbox.test', '<script'])
      expect(html).not.toContain(hidden)
  })

  test('may not be kept, indexed, framed, or run anything', async () => {
    const { headers } = await open(pathOf(await receiptOf(await confirmed())))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('speaks the first language of the browser that we know, and the one chosen on the page before that', async () => {
    const path = pathOf(await receiptOf(await confirmed()))
    expect((await open(path, { 'accept-language': 'de-DE, tr;q=0.5, fr-CA;q=0.9' })).html).toContain('lang="fr"')
    expect((await open(path, { 'accept-language': 'xx' })).html).toContain('This receipt is genuine')
    const arabic = (await open(`${path}?lang=ar`, { 'accept-language': 'fr' })).html
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toContain('1,250.50')
  })

  test('says so as soon as the payment is reversed', async () => {
    const transactionId = await confirmed()
    const path = pathOf(await receiptOf(transactionId))
    await world.partner.call(reverseTransaction, { transaction_id: transactionId, reason: 'the player was not there' })
    const { html } = await open(path)
    expect(html).toContain('This payment was reversed')
    expect(html).not.toContain('This receipt is genuine')
    expect((await receiptOf(transactionId)).reversed_at).not.toBeNull()
  })

  test('never shows a demo as a payment, because a demo confirms anything', async () => {
    const demo = await world.logIn('demo')
    const { cash_id } = (await world.call(getProfile, {}, { token: demo })).payload.user
    const { transaction_id } = await world.openTransaction('deposit', '10.00', cash_id)
    await world.confirm(demo, { type: 'deposit', transaction_id, amount: '10.00' })
    const { receipt } = (await askFor(transaction_id, demo)).payload
    expect(receipt.is_demo).toBe(true)
    const { html } = await open(pathOf(receipt))
    expect(html).toContain('This is a demo. No real money was paid.')
    expect(html).not.toContain('This receipt is genuine')
  })

  test('takes a code as people type it, and refuses one with a changed character', async () => {
    const { code } = await receiptOf(await confirmed())
    const typed = await open(`/r?code=${encodeURIComponent(` ${code.toLowerCase()} `)}&lang=en`)
    expect(typed.status).toBe(303)
    expect((await open(typed.headers.get('location') ?? '')).html).toContain('This receipt is genuine')
    const changed = (code.startsWith('7') ? '8' : '7') + code.slice(1)
    const refused = await open(`/r/${changed}`)
    expect(refused.status).toBe(404)
    expect(refused.html).toContain('This receipt is not genuine')
    expect((await open('/r')).html).toContain('Check a receipt')
  })

  test.each([newReceiptCode(), "'; drop table receipt", '<script>alert(1)</script>', '%00', 'a'.repeat(150)])(
    'refuses a code that was never issued: %s',
    async (code) => {
      const { status, html } = await open(`/r/${encodeURIComponent(code)}`)
      expect(status).toBe(404)
      expect(html).not.toContain('<script>')
    },
  )
})

test('thirty wrong codes from one address end its tries in words, and right codes never do', async () => {
  const strict = await openWorld({ allowance: 1 })
  const token = await strict.logIn('approved')
  const opened = await strict.openTransaction('deposit', '10.00')
  await strict.confirm(token, { type: 'deposit', transaction_id: opened.transaction_id, amount: '10.00' })
  const { payload } = await strict.call(issueReceipt, { transaction_id: opened.transaction_id }, { token })
  const ask = async (path: string) => {
    const response = await fetch(`${strict.address}${path}`)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), html: await response.text() }
  }
  for (let time = 0; time < 40; time += 1) expect((await ask(pathOf(payload.receipt))).status).toBe(200)
  const statuses: number[] = []
  for (let time = 0; time < 31; time += 1) statuses.push((await ask(`/r/${newReceiptCode()}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429])
  const refused = await ask(pathOf(payload.receipt))
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  expect(refused.html).toContain('The receipt could not be checked')
  await strict.close()
})
