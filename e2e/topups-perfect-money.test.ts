import { col, sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

const PROVIDER = 'https://provider.example/api/step1.asp'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { PERFECT_MONEY_ACTION_URL: PROVIDER, PERFECT_MONEY_OFFSET_PERCENT: '-2' } })
})
afterAll(() => stage.close())

async function openForm(options: PhoneOptions = {}) {
  const page = await stage.newPhone({ as: await makeAgent(stage.world), ...options })
  await page.goto('/account-deposit?type=perfect-money')
  return page
}

/** Replaces the provider's page, and notes what the browser brings. */
async function openProvider(page: Page): Promise<Request[]> {
  const visits: Request[] = []
  await page.route(`${PROVIDER}**`, (route) => {
    visits.push(route.request())
    return route.fulfill({ contentType: 'text/html', body: "<title>Provider</title><h1>The provider's page</h1>" })
  })
  return visits
}

const amount = (page: Page) => page.getByLabel('Amount')
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed' })
const factOf = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
const countOrders = async () => await stage.world.db.execute(sql`select 1 from perfect_money_order`)

describe('the Perfect Money view', () => {
  test('shows minimum, offset and rate, and the received amount while an amount is typed', async () => {
    const page = await openForm()
    await expect(factOf(page, 'Minimum deposit')).toContainText('1.00 USD')
    await expect(factOf(page, 'Offset')).toContainText('-2%')
    await expect(factOf(page, 'Current rate USD/UZS')).toContainText('12,610.00')
    await expect(factOf(page, 'You receive')).toContainText('0.00 UZS', { useInnerText: true })
    await amount(page).fill('25.5')
    await expect(page.getByText('315,123.90')).toBeVisible()
  })

  test('has a button that is disabled while there is no amount', async () => {
    const page = await openForm()
    await expect(proceed(page)).toBeDisabled()
    await amount(page).fill('5')
    await expect(proceed(page)).toBeEnabled()
  })

  test("shows the server's refusal beside the amount until the amount is changed", async () => {
    const page = await openForm()
    const visits = await openProvider(page)
    await amount(page).fill('0.5')
    await proceed(page).click()
    await expect(page.getByText('The minimum is 1.00 USD.')).toBeVisible()
    await expect(amount(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(proceed(page)).not.toHaveAttribute('aria-busy')
    await amount(page).fill('5')
    await expect(page.getByText('The minimum is 1.00 USD.')).toHaveCount(0)
    expect(visits).toHaveLength(0)
  })

  test('says so when the server can not be reached, and can be tried again', async () => {
    const page = await openForm()
    const visits = await openProvider(page)
    await page.route(/\/deposit\/perfect-money$/, (route) => route.abort())
    await amount(page).fill('5')
    await proceed(page).click()
    await expect(page.getByRole('alert').getByText('The server does not answer.')).toBeVisible()
    await page.unroute(/\/deposit\/perfect-money$/)
    await proceed(page).click()
    await expect(page.getByText("The provider's page")).toBeVisible()
    expect(visits).toHaveLength(1)
  })

  test('informs an agent who was suspended meanwhile, and does not log them out', async () => {
    const agent = await makeAgent(stage.world)
    const page = await stage.newPhone({ as: agent })
    // Which would tell the app of the status by itself, and the form could leave before the press.
    await page.route(/\/user\/live$/, (route) => route.abort())
    await page.goto('/account-deposit?type=perfect-money')
    await amount(page).fill('5')
    await stage.world.db.execute(sql`update agent set status = 'suspended' where id = ${agent.id}`)
    await proceed(page).click()
    await expect(page.getByText('You cannot add funds now')).toBeVisible()
    await expect(page).toHaveURL(/\/account-deposit/)
  })
})

describe('Proceed', () => {
  test('takes the browser to the provider with a form post, which the content policy allows', async () => {
    const page = await openForm()
    const visits = await openProvider(page)
    await amount(page).fill('25.5')
    await proceed(page).click()
    await expect(page.getByText("The provider's page")).toBeVisible()
    expect(visits.map((visit) => [visit.method(), visit.url()])).toEqual([['POST', PROVIDER]])
    const [order] = await stage.world.db.query(
      sql`select payment_id, amount from perfect_money_order order by created_at desc limit 1`,
      { payment_id: col.text, amount: col.int8 },
    )
    expect(order?.amount).toBe(2550n)
    expect(Object.fromEntries(new URLSearchParams(visits[0]?.postData() ?? ''))).toEqual({
      PAYEE_ACCOUNT: 'U1234567',
      PAYEE_NAME: 'Cashbox',
      PAYMENT_ID: order?.payment_id,
      PAYMENT_AMOUNT: '25.50',
      PAYMENT_UNITS: 'USD',
      STATUS_URL: `${stage.world.address}/callbacks/perfect-money`,
      PAYMENT_URL: `${stage.world.address}/account-deposit`,
      PAYMENT_URL_METHOD: 'GET',
      NOPAYMENT_URL: `${stage.world.address}/account-deposit`,
      NOPAYMENT_URL_METHOD: 'GET',
      BAGGAGE_FIELDS: '',
      INTERFACE_LANGUAGE: 'en_US',
    })
    expectQuiet(page)
  })

  test("asks for the provider's page in the language of the app", async () => {
    const page = await openForm({ language: 'ar' })
    const visits = await openProvider(page)
    await page.locator('input[inputmode="decimal"]').fill('5')
    await page.locator('button[type="submit"]').click()
    await expect(page.getByText("The provider's page")).toBeVisible()
    expect(new URLSearchParams(visits[0]?.postData() ?? '').get('INTERFACE_LANGUAGE')).toBe('ar_AE')
  })

  test('orders and goes once, however often it is pressed', async () => {
    const page = await openForm()
    const visits = await openProvider(page)
    const before = await countOrders()
    await amount(page).fill('7')
    await proceed(page).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 5; press += 1) button.click()
    })
    await expect(page.getByText("The provider's page")).toBeVisible()
    expect([visits.length, (await countOrders()) - before]).toEqual([1, 1])
  })

  /** A provider that takes the form and never shows a page. */
  const openSilence = (page: Page) => page.route(`${PROVIDER}**`, (route) => route.fulfill({ status: 204 }))

  test('is busy until the browser has left, and works again for an agent who comes back', async () => {
    const page = await openForm()
    await openSilence(page)
    await amount(page).fill('7')
    await Promise.all([page.waitForResponse(PROVIDER), proceed(page).click()])
    await expect(proceed(page)).toHaveAttribute('aria-busy', 'true')
    // The browser brings a page back as it was left, and says so with this event.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(proceed(page)).not.toHaveAttribute('aria-busy')
    await expect(amount(page)).toHaveValue('7')
    await Promise.all([page.waitForResponse(PROVIDER), proceed(page).click()])
  })

  test('works again when the provider has not opened after half a minute', async () => {
    const page = await stage.newPhone({ as: await makeAgent(stage.world) })
    await page.clock.install()
    await page.goto('/account-deposit?type=perfect-money')
    await openSilence(page)
    await amount(page).fill('7')
    await Promise.all([page.waitForResponse(PROVIDER), proceed(page).click()])
    await expect(proceed(page)).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(30_000)
    await expect(proceed(page)).not.toHaveAttribute('aria-busy')
  })

  test('and back: the provider returns the browser with a number, and the app shows the result', async () => {
    const page = await openForm()
    await page.route(`${PROVIDER}**`, (route) => {
      const fields = new URLSearchParams(route.request().postData() ?? '')
      const back = new URL(fields.get('PAYMENT_URL') ?? '')
      back.search = new URLSearchParams({
        PAYMENT_ID: fields.get('PAYMENT_ID') ?? '',
        PAYMENT_BATCH_NUM: '42',
      }).toString()
      return route.fulfill({ contentType: 'text/html', body: `<a href="${back.href}">Back to the merchant</a>` })
    })
    await amount(page).fill('7')
    await proceed(page).click()
    await page.getByRole('link', { name: 'Back to the merchant' }).click()
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await expect(page).toHaveURL(/\?PAYMENT_BATCH_NUM=42$/)
  })
})
