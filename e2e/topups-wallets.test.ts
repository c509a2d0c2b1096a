import { getProfile, getWallets } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { makeAgent } from './agents.ts'

const TRON = /Tether USDT/
const PERFECT_MONEY = /Perfect Money/

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TRON_OFFSET_PERCENT: '1.5' } })
})
afterAll(() => stage.close())

async function openTopups(options: PhoneOptions = {}, path = '/account-deposit') {
  const page = await stage.newPhone({ as: 'approved', ...options })
  await page.goto(path)
  return page
}

const choice = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** What a row of facts says beside its label. */
const factOf = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')

/** Takes a rate away until the test is over. */
async function withoutRate(coin: string) {
  const [row] = await stage.world.db.query(
    sql`delete from rate where coin = ${coin} and currency_code = 'UZS' returning rate::text as rate`,
    { rate: col.text },
  )
  onTestFinished(async () => {
    await stage.world.db.execute(
      sql`insert into rate (coin, currency_code, rate, set_at) values (${coin}, 'UZS', ${row?.rate}, now())`,
    )
  })
}

test('a back link leads to the dashboard', async () => {
  const page = await openTopups()
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

describe('the choice of wallets', () => {
  test('has those that the server returns, and outlives a reload', async () => {
    const page = await openTopups()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(choice(page, TRON)).toBeChecked()
    await choice(page, PERFECT_MONEY).check()
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
    await page.reload()
    await expect(choice(page, PERFECT_MONEY)).toBeChecked()
    await choice(page, TRON).check()
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
    expectQuiet(page)
  })

  test('has only the one when the server returns only one', async () => {
    await withoutRate('USDT')
    const page = await openTopups()
    await expect(page.getByRole('radio')).toHaveCount(1)
    await expect(choice(page, PERFECT_MONEY)).toBeChecked()
  })

  test('is closed for an agent who is not approved, and says what to do', async () => {
    const page = await openTopups({ as: await makeAgent(stage.world, { status: 'suspended' }) })
    await expect(page.getByText('Do not send money. Contact your manager first.')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('shows a skeleton until the server has answered', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    const held = Promise.withResolvers<void>()
    await page.route(/\/user\/wallet$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/account-deposit')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    held.resolve()
    await expect(choice(page, TRON)).toBeVisible()
  })

  test('that could not be loaded is left out without a word, and appears once it can be', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    await page.clock.install()
    await page.route(/\/user\/wallet$/, (route) => route.abort())
    await page.goto('/account-deposit')
    const loading = page.getByText('How do you want to add funds?')
    await expect(loading).toBeVisible()
    await expect(async () => {
      await page.clock.fastForward(5000)
      await expect(loading).toHaveCount(0, { timeout: 100 })
    }).toPass()
    await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
    await page.unroute(/\/user\/wallet$/)
    await page.clock.fastForward(61_000)
    await expect(choice(page, TRON)).toBeChecked()
  })
})

describe('the Tron view', () => {
  const addressOf = async () => {
    const token = await stage.world.logIn('approved')
    const { payload } = await stage.world.call(getWallets, {}, { token })
    return payload.wallets.find(({ type }) => type === 'tron')?.wallet ?? ''
  }

  test('shows network, address, minimum with coin, offset, and the rate of the channel currency', async () => {
    const page = await openTopups()
    await expect(factOf(page, 'Network')).toContainText('TRC20')
    await expect(page.getByText(await addressOf())).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of the wallet address' })).toBeVisible()
    await expect(factOf(page, 'Minimum deposit')).toContainText('10.00 USDT')
    await expect(factOf(page, 'Offset')).toContainText('1.5%')
    await expect(factOf(page, 'Current rate USDT/UZS')).toContainText('12,650.50')
    await expect(page.getByText('Send only USDT on the TRC20 network. Anything else may be lost.')).toBeVisible()
    await expect(page.getByText('Send at least 10.00 USDT.')).toBeVisible()
    expectQuiet(page)
  })

  test('shows the address in groups of four, and copies it as it is', async () => {
    const page = await openTopups()
    const address = await addressOf()
    await expect(page.getByText(address).locator('span')).toHaveText(address.match(/.{1,4}/g) ?? [])
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Copied')).toBeVisible()
    expect(await clipboard(page)).toBe(address)
  })

  test('says so when the address could not be copied', async () => {
    const page = await openTopups()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('alert').getByText('not here')).toBeVisible()
    await expect(page.getByText('Copied')).toHaveCount(0)
  })

  test('stays left to right in Arabic', async () => {
    const page = await openTopups({ language: 'ar' })
    const address = page.getByText(await addressOf())
    await expect(address).toHaveCSS('direction', 'ltr')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

describe('the calculator', () => {
  test('takes the amount sent times the rate times (1 + offset/100), rounded down', async () => {
    const page = await openTopups()
    await page.getByLabel('You send').fill('10')
    await expect(page.getByLabel('You receive')).toHaveValue('128,402.57')
    await page.getByLabel('You send').fill('0.01')
    await expect(page.getByLabel('You receive')).toHaveValue('128.40')
    await page.getByLabel('You send').fill('')
    await expect(page.getByLabel('You receive')).toHaveValue('')
  })

  test('works the other way too, and then says the least that has to be sent', async () => {
    const page = await openTopups()
    await page.getByLabel('You receive').fill('1000')
    await expect(page.getByLabel('You send')).toHaveValue('0.08')
    await page.getByLabel('You send').fill('0.07')
    await expect(page.getByLabel('You receive')).toHaveValue('898.81')
  })

  test('keeps only digits and a dot, at most two decimals, and makes a negative empty', async () => {
    const page = await openTopups()
    const receive = page.getByLabel('You receive')
    await receive.fill('1a2 3.4567')
    await receive.blur()
    await expect(receive).toHaveValue('123.45')
    await receive.fill('-5')
    await expect(receive).toHaveValue('')
    const send = page.getByLabel('You send', { exact: true })
    await send.fill('1.23456789')
    await expect(send).toHaveValue('1.23')
  })
})

describe('the demo', () => {
  test('has neither copy icon nor QR code nor calculator for Tron', async () => {
    const page = await openTopups({ as: 'demo' })
    await expect(page.getByText('This is a demo address. Do not send money to it.')).toBeVisible()
    await expect(factOf(page, 'Minimum deposit')).toContainText('10.00 USDT')
    await expect(page.getByRole('button', { name: /copy/i })).toHaveCount(0)
    await expect(page.getByRole('img')).toHaveCount(0)
    await expect(page.getByText('Calculator')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })

  test('has only a text for Perfect Money', async () => {
    const page = await openTopups({ as: 'demo' }, '/account-deposit?type=perfect-money')
    await expect(page.getByText('Perfect Money is not available in the demo.')).toBeVisible()
    await expect(page.getByText('Minimum deposit')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCount(0)
  })
})

describe('the return from the provider', () => {
  const balance = async (token: string) =>
    (await stage.world.call(getProfile, {}, { token })).payload.user.channel.balance

  test('with a number is a success, which alone changes no balance', async () => {
    const agent = await makeAgent(stage.world, { float: '1250.00' })
    const page = await openTopups(
      { as: agent },
      '/account-deposit?PAYEE_ACCOUNT=U1234567&PAYMENT_AMOUNT=25.50&PAYMENT_BATCH_NUM=100000001&V2_HASH=ABCDEF',
    )
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await expect(page).toHaveURL(/\/account-deposit\?PAYMENT_BATCH_NUM=100000001$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('1,250.00')).toBeVisible()
    expect(await balance(agent.token)).toBe('1250.00')
    expectQuiet(page)
  })

  test('with zero is a decline', async () => {
    const page = await openTopups({}, '/account-deposit?PAYMENT_ID=pm1&PAYMENT_BATCH_NUM=0&SUGGESTED_MEMO=')
    await expect(page.getByRole('heading', { name: 'Payment declined' })).toBeVisible()
    await expect(page.getByText('Payment successful')).toHaveCount(0)
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
