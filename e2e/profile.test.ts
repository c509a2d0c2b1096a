import { getProfile, logIn } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { type AgentOptions, makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function openProfile(agentOptions: AgentOptions = {}, options: PhoneOptions = {}) {
  const agent = await makeAgent(stage.world, agentOptions)
  const page = await stage.newPhone({ as: agent, ...options })
  await page.goto('/profile')
  return { agent, page }
}

const rowOf = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const setSettings = (payload: object) => stage.world.app.inject({ method: 'POST', url: '/sandbox/settings', payload })

describe('the profile', () => {
  test('shows status, Cashbox ID, name, e-mail, phone, messenger, the address of the point and the agent’s terms', async () => {
    const { agent, page } = await openProfile({ fullName: 'Aziza Karimova' })
    await expect(rowOf(page, 'Status')).toContainText('Approved')
    await expect(rowOf(page, 'Cashbox ID')).toContainText(agent.cashId)
    await expect(rowOf(page, 'Full name')).toContainText('Aziza Karimova')
    await expect(rowOf(page, 'E-mail')).toContainText(agent.email)
    await expect(rowOf(page, 'Phone')).toContainText('+998901234567')
    await expect(rowOf(page, 'Messenger')).toContainText('@aziza')
    await expect(rowOf(page, 'Country')).toContainText('Uzbekistan')
    await expect(rowOf(page, 'City')).toContainText('Tashkent')
    await expect(rowOf(page, 'Street')).toContainText('Amir Temur 1')
    await expect(rowOf(page, 'Channel')).toContainText('Tashkent · UZS')
    await expect(rowOf(page, 'Your fee for deposits')).toContainText('2%')
    await expect(rowOf(page, 'Your fee for withdrawals')).toContainText('1.5%')
    await expect(rowOf(page, 'Limit for one day')).toContainText('No limit')
    await expect(rowOf(page, 'Used today')).toContainText('0.00')
    await expect(rowOf(page, 'Coordinates')).toContainText('41.29950, 69.24010')
    expectQuiet(page)
  })

  test('is read again with Refresh, except in the demo', async () => {
    const agent = await makeAgent(stage.world)
    const page = await stage.newPhone({ as: agent })
    await page.goto('/profile')
    await expect(page.getByText('Approved')).toBeVisible()
    await stage.world.db.execute(sql`update agent set street = 'Navoi 30' where id = ${agent.id}`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rowOf(page, 'Street')).toContainText('Navoi 30')
    const demo = await stage.newPhone({ as: await makeAgent(stage.world, { isDemo: true }) })
    await demo.goto('/profile')
    await expect(demo.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(demo.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  })

  test('shows the sign of the messenger', async () => {
    const { page } = await openProfile()
    const sign = page.getByRole('img', { name: 'Telegram' })
    await expect(sign).toBeVisible()
    await expect.poll(() => sign.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('of a demo agent has no phone, messenger or address, and no copy', async () => {
    const { agent, page } = await openProfile({ isDemo: true })
    await expect(rowOf(page, 'Status')).toContainText('Demo')
    await expect(rowOf(page, 'Cashbox ID')).toContainText(agent.cashId)
    await expect(rowOf(page, 'E-mail')).toContainText(agent.email)
    for (const label of ['Phone', 'Messenger', 'Country', 'City', 'Street']) {
      await expect(page.getByText(label, { exact: true })).toHaveCount(0)
    }
    await expect(page.getByRole('button', { name: /copy/i })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  })
})

describe('the Cashbox ID', () => {
  test('can be copied, which is confirmed', async () => {
    const { agent, page } = await openProfile()
    await page.getByRole('button', { name: 'Copy Cashbox ID' }).click()
    await expect(notice(page, 'Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(agent.cashId)
  })

  test('that could not be copied is an error notification', async () => {
    const { page } = await openProfile()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    await page.getByRole('button', { name: 'Copy Cashbox ID' }).click()
    await expect(page.getByRole('alert').getByText('not here')).toBeVisible()
    await expect(notice(page, 'Copied')).toHaveCount(0)
  })
})

describe('the support link', () => {
  test('comes from the settings and opens in a window of its own', async () => {
    const { page } = await openProfile()
    const link = page.getByRole('link', { name: 'Support' })
    await expect(link).toHaveAttribute('href', 'https://t.me/cashbox_support')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noreferrer|noopener/)
  })

  test('is not there when the settings have none', async () => {
    await setSettings({ telegram_link: null })
    onTestFinished(async () => void (await setSettings({ telegram_link: 'https://t.me/cashbox_support' })))
    const { page } = await openProfile()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Support' })).toHaveCount(0)
  })
})

describe('the password', () => {
  test('is changed with the current one, which logs out the other devices', async () => {
    const { agent, page } = await openProfile()
    const { email, password } = agent
    const token = (await stage.world.call(logIn, { email, password })).payload.token ?? ''
    await page.getByRole('button', { name: 'Change password' }).click()
    const form = page.getByRole('dialog', { name: 'Change password' })
    await form.getByLabel('Current password').fill('Wrong1!pass')
    await form.getByLabel('New password').fill('Bazaar7!gate')
    await form.getByLabel('Repeat password').fill('Bazaar7!gate')
    await form.getByRole('button', { name: 'Save password' }).click()
    await expect(form.getByText('The current password is wrong.')).toBeVisible()
    await form.getByLabel('Current password').fill(password)
    await form.getByRole('button', { name: 'Save password' }).click()
    await expect(notice(page, 'Password changed.')).toBeVisible()
    expect((await stage.world.call(getProfile, {}, { token })).status).toBe(401)
    expectQuiet(page, /422/)
  })

  test('is asked for before another device is logged out', async () => {
    const { agent, page } = await openProfile()
    await stage.world.call(logIn, { email: agent.email, password: agent.password })
    await page.getByRole('button', { name: 'Your devices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Your devices' })
    await expect(sheet.getByText('This device', { exact: true })).toBeVisible()
    await sheet.getByRole('button', { name: 'Log out this device' }).click()
    await sheet.getByLabel('Current password').fill(agent.password)
    await sheet.getByRole('button', { name: 'Log out this device' }).last().click()
    await expect(notice(page, 'Logged out.')).toBeVisible()
    await expect(sheet.getByText('You are not logged in on any other device.')).toBeVisible()
    expectQuiet(page)
  })

  test('of a demo agent is not changed here', async () => {
    const { page } = await openProfile({ isDemo: true })
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  })
})

describe('the time zone', () => {
  test("is the device's until another one is chosen; the choice is kept here and on the server, and confirmed", async () => {
    const { agent, page } = await openProfile({}, { timezoneId: 'Asia/Tashkent' })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toContainText('Asia/Tashkent')
    await zone.click()
    const announced = page.waitForResponse(/\/user\/timezone$/)
    await page.getByRole('combobox', { name: 'Search' }).fill('istanbul')
    await page.getByRole('option', { name: /Istanbul/ }).click()
    await expect(notice(page, 'Updated')).toBeVisible()
    await expect(zone).toContainText('Istanbul')
    expect(await stored(page, 'select-timezone')).toBe('Europe/Istanbul')
    expect((await announced).status()).toBe(200)
    const { payload } = await stage.world.call(getProfile, {}, { token: agent.token })
    expect(payload.user.timezone).toBe('Europe/Istanbul')
    await page.reload()
    await expect(zone).toContainText('Istanbul')
    expectQuiet(page)
  })

  test("is shown even when the device's name for it is on no list", async () => {
    const { page } = await openProfile({}, { timezoneId: 'Etc/GMT+3' })
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText('GMT+3')
  })

  test("that is searched in vain is 'No matching data'", async () => {
    const { page } = await openProfile()
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('atlantis')
    await expect(page.getByText('No matching data')).toBeVisible()
  })
})

describe('the appearance', () => {
  test('follows the device until one is chosen, and the choice outlives a reload', async () => {
    const { page } = await openProfile({}, { theme: 'light' })
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await paper()
    const appearance = page.getByRole('combobox', { name: 'Appearance' })
    await expect(appearance).toContainText('Same as device')
    await appearance.click()
    await page.getByRole('option', { name: 'Dark' }).click()
    await expect(notice(page, 'Updated')).toBeVisible()
    await expect.poll(paper).not.toBe(light)
    await page.reload()
    await expect(appearance).toContainText('Dark')
    expect(await paper()).not.toBe(light)
    await appearance.click()
    await page.getByRole('option', { name: 'Same as device' }).click()
    await expect.poll(paper).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(paper).not.toBe(light)
  })
})

describe('logging out', () => {
  test('goes to /auth/login also when the server can not be reached', async () => {
    const { page } = await openProfile()
    await page.route(/\/auth\/logout$/, (route) => route.abort())
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect(await stored(page, 'auth-token')).toBeNull()
  })

  test('does not wait for a server that does not answer', async () => {
    const { page } = await openProfile()
    await page.route(/\/auth\/logout$/, () => {})
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect(await stored(page, 'auth-token')).toBeNull()
  })
})

test('the app offers to be installed when the browser does', async () => {
  const { page } = await openProfile()
  const install = page.getByRole('button', { name: 'Install the app' })
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(install).toHaveCount(0)
  const isPrevented = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.body.setAttribute('data-prompted', 'true'),
    })
    window.dispatchEvent(offer)
    return offer.defaultPrevented
  })
  expect(isPrevented).toBe(true)
  await install.click()
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true')
  await expect(install).toHaveCount(0)
})
