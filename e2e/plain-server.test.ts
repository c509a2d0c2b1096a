import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { expect, expectQuiet, openPhone, startBrowser } from './phone.ts'
import { startPlainServer } from './plain-server.ts'
import { newTabs } from './tabs.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof startPlainServer>>
beforeAll(async () => {
  ;[browser, server] = await Promise.all([startBrowser(inject('chromium')), startPlainServer(inject('webFolder'))])
})
afterAll(async () => {
  server.close()
  await browser.close()
})

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
  await page.getByRole('radio', { name: /Perfect Money/ }).check()
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
}

/** Typed key by key, as only a browser can show where the caret is. */
async function confirmDeposit(page: Page) {
  await menu(page, 'Dashboard').click()
  await page.getByRole('button', { name: 'TopUp' }).click()
  const amount = page.getByLabel('Amount')
  await page.getByLabel('Transaction ID').fill('REFUSED')
  await amount.pressSequentially('1250,5')
  await expect(amount).toHaveValue('1,250.5')
  await amount.press('Home')
  await amount.pressSequentially('91')
  await expect(amount).toHaveValue('911,250.5')
  await page.getByRole('button', { name: /Confirm deposit/ }).click()
  await expect(page.getByText('Unknown transaction.')).toBeVisible()
  await page.getByLabel('Transaction ID').fill('GOOD')
  await page.getByRole('button', { name: /Confirm deposit/ }).click()
  await expect(page.getByText("Player's balance will be changed shortly")).toBeVisible()
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
  const page = await openPhone(newTabs(browser), { address: server.address, signIn: async () => '' }, {})
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
