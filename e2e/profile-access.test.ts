import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faults, faultsInEveryLook, widthIn } from './access.ts'

const FAR_AWAY = { latitude: 41.3095, longitude: 69.2501 }

const screens: readonly [path: string, options: PhoneOptions][] = [
  ['/account-deposit', {}],
  ['/account-deposit?type=perfect-money', {}],
  ['/account-deposit', { as: 'demo' }],
  ['/account-deposit', { as: 'suspended' }],
  ['/account-deposit?PAYMENT_BATCH_NUM=42', {}],
  ['/account-deposit?PAYMENT_BATCH_NUM=0', {}],
  ['/statement', {}],
  ['/statement?account=commission&period=chosen', {}],
  ['/statement/float/2', {}],
  ['/history?search=no+such+player', {}],
  ['/notices', {}],
  ['/notices/settings', {}],
  ['/profile', {}],
  ['/profile', { as: 'demo' }],
  ['/dashboard', { geolocation: 'denied' }],
  ['/dashboard', { as: 'fenced', geolocation: FAR_AWAY }],
]

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function open(path: string, options: PhoneOptions): Promise<Page> {
  const page = await stage.newPhone({ as: 'approved', ...options })
  await load(page, path)
  return page
}

/** The screen with everything that arrives later. */
async function load(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A screen that waits behind the location screen goes on loading when it is shown.
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
}

// A box inside its label is tapped by the label.
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input:not(label *), label:has(input)')]
      .map((part) => ({ html: part.outerHTML, size: part.getBoundingClientRect() }))
      // What only a screen reader or the keyboard finds is a pixel large.
      .filter(({ size }) => size.width > 1 && (size.width < 44 || size.height < 44))
      .map(({ html }) => html),
  )

test.each(screens)(
  '%s %j has no fault of accessibility, by daylight on a phone and in the dark at a desk, in Arabic, runs right to left, has nothing to tap that is smaller than a thumb, and is no wider than a narrow phone',
  async (path, options) => {
    const page = await open(path, { ...options, language: 'ar' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
    expect(await faultsInEveryLook(page)).toEqual([])
    expect(await widthIn(page, 360)).toBe(360)
    expect(await tooSmall(page)).toEqual([])
    expectQuiet(page)
  },
)

test.each(['en', 'ru', 'es', 'fr', 'tr'] as const)('no screen is wider than a narrow phone in %s', async (language) => {
  const page = await stage.newPhone({ as: 'approved', language })
  for (const path of [
    '/profile',
    '/statement',
    '/statement/float/2',
    '/account-deposit',
    '/account-deposit?type=perfect-money',
  ]) {
    await load(page, path)
    expect([path, await widthIn(page, 360)]).toEqual([path, 360])
  }
  const outside = await open('/dashboard', { as: 'fenced', geolocation: FAR_AWAY, language })
  expect(await widthIn(outside, 360)).toBe(360)
})

test('the lists of the profile have no fault of accessibility while they are open', async () => {
  const page = await open('/profile', {})
  for (const name of ['Language', 'Time zone', 'Appearance']) {
    await page.getByRole('combobox', { name }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    expect([name, await faults(page)]).toEqual([name, []])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  }
})
