import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'
import { faults } from './access.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('on a phone the navigation is a drawer, and leaves when a page was chosen', async () => {
  const page = await stage.newDesk({ as: 'admin', viewport: 'phone' })
  await page.goto('/console/operators')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Pages' })
  await expect(drawer).toBeVisible()
  expect(await faults(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
})

test('on a phone a row has at most four lines, and whatever columns the operator chose', async () => {
  const page = await stage.newDesk({ as: 'admin', viewport: 'phone' })
  const rows = page.getByRole('row').filter({ has: page.locator('[data-row-link]') })
  for (const path of ['/console/transactions', '/console/operators', '/console/agents']) {
    await page.goto(path)
    await expect(rows.first()).toBeVisible()
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights), path).toBeLessThan(4 * 28)
  }
  const channel = rows.first().getByText('Channel', { exact: true })
  await expect(channel).toBeHidden()
  await page.getByRole('button', { name: /Columns/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns of this list' })
  await chooser.getByRole('checkbox', { name: 'Phone' }).click()
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)
  await expect(channel).toBeVisible()
})

test('the colours follow the system until others are chosen, and those are kept', async () => {
  const page = await stage.newDesk({ as: 'support', theme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto('/console/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dark = await background()
  await page.getByRole('button', { name: /account, language and theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(background).not.toBe(dark)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(background).not.toBe(dark)
})

test('without a network the console says so, and lists say what failed', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto('/console/operators')
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.context().setOffline(false)
  // The page asks for everything again once it has noticed, which must not be what brings the list back below.
  await expect(page.getByText('No connection.')).toHaveCount(0)
  await page.route(/\/operator\/v1\/audit/, (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('Could not reach the server')).toBeVisible()
  await page.unroute(/\/operator\/v1\/audit/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Log-ins and exports').selectOption('Shown')
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
})
