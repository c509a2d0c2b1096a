import { languages } from '@cashbox/contract'
import { expect, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faultsInEveryLook, widthIn } from './access.ts'
import { CONFIRM, LOOK_UP, openDeposit, openWithdrawal, wrongCode } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

// By their place and not their words, which differ from language to language.
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, number: number) => dialog(page).locator('input').nth(number)
const submit = (page: Page) => dialog(page).locator('button[type=submit]')

async function openPopup(page: Page, number: number, id: string) {
  await page.locator('main .grid-cols-2 > button').nth(number).click()
  await field(page, 0).fill(id)
  await expect(dialog(page).locator('[aria-live] .animate-pulse')).toHaveCount(0)
  await expect(dialog(page).locator('dl')).toBeVisible()
}

const openFilledDeposit = async (page: Page) => {
  await openPopup(page, 0, await openDeposit(stage.world, '1250.50'))
  await expect(submit(page)).toBeEnabled()
}

const views: Record<string, (page: Page) => Promise<void>> = {
  'an empty form': async (page) => {
    await page.locator('main .grid-cols-2 > button').first().click()
    await expect(submit(page)).toBeVisible()
  },
  'a form that is filled in': openFilledDeposit,
  'a player who was checked': async (page) => {
    await page.locator('main .grid-cols-2 > button').first().click()
    await dialog(page).locator('form > button').click()
    await field(page, 0).fill('48210001')
    await field(page, 1).fill('1250.50')
    await submit(page).click()
    await expect(dialog(page).locator('dl')).toBeVisible()
  },
  'a deposit that the balance does not cover, and no camera': async (page) => {
    await openPopup(page, 0, await openDeposit(stage.world, '990000000.00'))
    await expect(dialog(page).locator('a[href="/account-deposit"]')).toBeVisible()
    await dialog(page).locator('button[aria-expanded]').click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
  },
  'a refused withdrawal': async (page) => {
    const { id, code } = await openWithdrawal(stage.world, '1250000.00')
    await openPopup(page, 1, id)
    await field(page, 2).focus()
    await page.keyboard.type(wrongCode(code), { delay: 20 })
    await submit(page).click()
    await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'a success': async (page) => {
    await openFilledDeposit(page)
    await submit(page).click()
    await expect(dialog(page).locator('time')).toBeVisible()
  },
  'a receipt': async (page) => {
    await page.goto('/history')
    await page.locator('li[aria-posinset] button').first().click()
    await expect(dialog(page).getByRole('article')).toBeVisible()
  },
  'the choice of a file': async (page) => {
    await page.goto('/history')
    await page.locator('main button:has(.lucide-download)').click()
    await expect(dialog(page).locator('form')).toBeVisible()
  },
  'an unsure payment': async (page) => {
    await openFilledDeposit(page)
    await page.route(LOOK_UP, (route) => route.abort())
    await page.route(CONFIRM, (route) => route.abort())
    await submit(page).click()
    await expect(submit(page)).toBeHidden()
  },
}

async function openView(name: string, options: PhoneOptions): Promise<Page> {
  const page = await stage.newPhone({ as: 'approved', ...options })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await views[name]?.(page)
  return page
}

/** The boxes of a code are close together, and any of them leads to the next. */
const smallParts = (page: Page) =>
  dialog(page)
    .locator('a[href], button, input')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.checkVisibility())
        .map((part) => ({ html: part.outerHTML.slice(0, 120), size: part.getBoundingClientRect() }))
        .filter(({ html, size }) => size.height < 44 || (size.width < 44 && !html.startsWith('<input')))
        .map(({ html, size }) => `${html} ${size.width}×${size.height}`),
    )

// In Arabic, which turns everything around; journeys see the same parts in English.
test.each(Object.keys(views))(
  '%s has no fault of accessibility, by daylight on a phone and in the dark at a desk, and nothing smaller than a thumb',
  async (name) => {
    const page = await openView(name, { language: 'ar' })
    expect(await smallParts(page)).toEqual([])
    expect(await faultsInEveryLook(page)).toEqual([])
  },
)

test.each(languages)('on a narrow phone nothing is cut off in %s', async (language) => {
  const page = await openView('a refused withdrawal', { language })
  expect(await widthIn(page, 360)).toBe(360)
  const widest = await dialog(page).evaluate((popup) =>
    Math.max(...[...popup.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
  )
  expect(widest).toBeLessThanOrEqual(360)
})

test.each(['approved', 'pending', 'rejected', 'blocked', 'demo'])(
  'the dashboard of %s has no fault of accessibility, by daylight on a phone and in the dark at a desk',
  async (as) => {
    const page = await stage.newPhone({ as, language: 'ar' })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await faultsInEveryLook(page)).toEqual([])
  },
)
