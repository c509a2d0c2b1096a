import type { OperatorRole } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faults, faultsInEveryLook, widthIn } from './access.ts'
import { consoleScreens } from './console-screens/index.ts'
import { propsOf } from './props.ts'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

const pages = new Map<OperatorRole | undefined, Promise<Page>>()
/** One for all screens of an operator. */
function pageOf(as: OperatorRole | undefined): Promise<Page> {
  const page = pages.get(as) ?? stage.newDesk(as ? { as } : {})
  pages.set(as, page)
  return page
}

test.each(consoleScreens)(
  '$name has no fault of accessibility, at a desk and on a phone, by day and by night',
  async ({ operator, path, before, act, after }) => {
    const { world } = stage
    const props = propsOf({ address: world.address, signIn: (name) => world.logIn(name) }, 'en')
    await before?.(props)
    const page = await pageOf(operator)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    await act?.(page, props)
    await settled(page)
    expect(await faultsInEveryLook(page)).toEqual([])
    expect(await widthIn(page, 390)).toBe(390)
    // Some of them show what the server has refused.
    expectQuiet(page, /401|404|422/)
    await after?.(props)
  },
)

test('on a phone the navigation is a drawer, and leaves when a page was chosen', async () => {
  const page = await stage.newDesk({ as: 'admin', viewport: 'phone' })
  await page.goto('/console/operators')
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Pages' })
  expect(await faults(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
})

test('the colours follow the system until others are chosen, and those are kept', async () => {
  const page = await stage.newDesk({ as: 'support', theme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto('/console/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dark = await background()
  await page.getByRole('button', { name: /account and colours/ }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  expect(await background()).not.toBe(dark)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await background()).not.toBe(dark)
})

test('without a network the console says so, and lists say what failed', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto('/console/operators')
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.context().setOffline(false)
  await page.route(/\/operator\/v1\/audit/, (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText("The server can't be reached")).toBeVisible()
  await page.unroute(/\/operator\/v1\/audit/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
})
