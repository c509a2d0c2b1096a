import { expect, expectQuiet, openPhone, startBrowser } from '@cashbox/testing/browser/phone'
import { newTabs } from '@cashbox/testing/browser/tabs'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, inject, onTestFinished, test } from 'vitest'
import { startPlainServer } from './plain-server.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof startPlainServer>>
beforeAll(async () => {
  browser = await startBrowser(inject('chromium'))
})
afterAll(() => browser.close())

async function openPlain(cashId: string | number) {
  server = await startPlainServer(inject('webFolder'), cashId)
  onTestFinished(() => server.close())
  return openPhone(newTabs(browser), { address: server.address, signIn: async () => '' }, {})
}

const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })

async function logIn(page: Page) {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill('plain@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('right')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('1,250.50')).toBeVisible()
}

async function readScreens(page: Page) {
  await expect(page.getByText('19.50').first()).toBeVisible()
  await page.getByRole('button', { name: 'Refresh balance' }).click()
  await expect(page.getByText('The wallets are asleep.')).toBeVisible()
  await menu(page, 'History').click()
  await expect(page.getByText('5003')).toBeVisible()
  await expect(page.getByText('Reversed')).toHaveCount(0)
  await menu(page, 'Statistics').click()
  await expect(page.getByText('2,500.00').first()).toBeVisible()
  await menu(page, 'Profile').click()
  await expect(page.getByText('100777')).toBeVisible()
}

async function addFunds(page: Page) {
  await menu(page, 'Dashboard').click()
  await page.getByRole('link', { name: 'Add funds' }).click()
  await page.getByRole('radio', { name: /Second address/ }).check()
  await expect(page.getByLabel('You send')).toBeVisible()
  await expect(page.getByText('Pigeon')).toHaveCount(0)
  await page.getByLabel('You send').pressSequentially('1,250.505')
  await expect(page.getByLabel('You send')).toHaveValue('1,250.50')
  await page.getByRole('radio', { name: /Vouchers/ }).check()
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
}

/** Typed key by key, as only a browser can show where the caret is. */
async function confirmDeposit(page: Page) {
  await menu(page, 'Dashboard').click()
  await page.getByRole('button', { name: 'TopUp' }).click()
  const amount = page.getByLabel('Amount')
  await page.getByLabel('Transaction ID').fill('REFUSED')
  await amount.pressSequentially('1250,5')
  await expect(amount).toHaveValue('1250,5')
  await amount.press('Home')
  await amount.pressSequentially('91')
  await expect(amount).toHaveValue('911250,5')
  await amount.blur()
  await expect(amount).toHaveValue('911,250.5')
  await page.getByRole('button', { name: /Confirm deposit/ }).click()
  await expect(page.getByText('Unknown transaction.')).toBeVisible()
  await page.getByLabel('Transaction ID').fill('tx-12ab')
  // Without verdicts there is no advice.
  await page.getByLabel('Amount').focus()
  await expect(page.getByText(/take cash/)).toHaveCount(0)
  // Nor a way by player ID.
  await expect(page.getByRole('button', { name: /player’s ID/ })).toHaveCount(0)
  await page.getByRole('button', { name: /Confirm deposit/ }).click()
  await expect(page.getByText("Player's balance will be changed shortly")).toBeVisible()
  expect(server.confirmed).toMatchObject([{ transaction_id: 'tx-12ab', amount: '911250.5' }])
  await page.getByRole('button', { name: 'Got It' }).click()
}

/** The Back button of the phone closes what lies on top. */
async function goBack(page: Page) {
  await menu(page, 'Profile').click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // A moment after it is drawn the sheet has its place in the history.
  await page.waitForFunction(() => Reflect.has(Object(history.state) as object, 'openSheet'))
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/profile$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
}

test('the app works with a server that has only what the specification names', async () => {
  const page = await openPlain(100_777)
  await logIn(page)
  await readScreens(page)
  await addFunds(page)
  await confirmDeposit(page)
  await goBack(page)
  await menu(page, 'Profile').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  // What the server does not have is asked for in vain, and nothing else fails.
  expectQuiet(page, /status of 4\d\d/)
})

describe.each([100_777, '100777'])('an answer that is lost, with the cash ID %j', (cashId) => {
  const confirmLost = async (page: Page) => {
    await logIn(page)
    await page.getByRole('button', { name: 'TopUp' }).click()
    await page.getByLabel('Transaction ID').fill('lost-12ab')
    await page.getByLabel('Amount').fill('40')
    await page.getByRole('button', { name: /Confirm deposit/ }).click()
    await expect(title(page)).toBeVisible()
  }
  const title = (page: Page) => page.getByRole('heading', { name: 'Checking your payment…' })

  test('is remembered, and found in the history', async () => {
    const page = await openPlain(cashId)
    await confirmLost(page)
    await page.reload()
    await expect(title(page)).toBeVisible()
    server.carryOut()
    await expect(page.getByText('The payment went through.')).toBeVisible()
  })

  test('does not block other payments once it is cleared with support', async () => {
    const page = await openPlain(cashId)
    await page.clock.install()
    await confirmLost(page)
    const cleared = page.getByRole('button', { name: 'I have cleared this with support' })
    await expect(cleared).toHaveCount(0)
    await expect(async () => {
      await page.clock.fastForward(60_000)
      await expect(cleared).toBeVisible({ timeout: 5000 })
    }).toPass()
    await cleared.click()
    await page.reload()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible()
  })
})
