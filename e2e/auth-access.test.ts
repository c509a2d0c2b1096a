import { type Language, languageNames, languages } from '@cashbox/contract'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faults, faultsInEveryLook, widthIn } from './access.ts'

const PATHS = [
  '/auth/login',
  '/auth/signup',
  '/auth/demo',
  '/auth/verify',
  '/auth/forgot-password',
  '/terms',
  '/email-change?stop=none',
  '/auth/new-password',
  `/auth/new-password?hash=${'x'.repeat(43)}`,
]

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** The page is there with its own part, which arrives after the frame. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** What can be tapped and is smaller than a thumb needs. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, label:has(input), input:not([type=checkbox])')]
      .map((element) => ({ name: element.outerHTML, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
      .map(({ name }) => name),
  )

/** Chosen on the page, which is not loaded again. */
async function choose(page: Page, language: Language) {
  await page.getByRole('combobox').first().click()
  await page.getByRole('option', { name: languageNames[language] }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test.each(PATHS)(
  '%s has no fault of accessibility, by day and by night, and in Arabic, nothing to tap that is smaller than a thumb, and is no wider than a narrow phone in any language',
  async (path) => {
    const page = await stage.newPhone()
    await open(page, path)
    expect(await faultsInEveryLook(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    expect(await widthIn(page, 360)).toBe(360)
    for (const language of languages.slice(1)) {
      await choose(page, language)
      expect([language, await widthIn(page, 360)]).toEqual([language, 360])
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
    expect(await faults(page)).toEqual([])
    expectQuiet(page)
  },
)
