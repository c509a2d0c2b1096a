import type { Language } from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { sql } from '../apps/server/src/platform/db/sql.ts'
import { makeAgent } from './agents.ts'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage, TASHKENT } from './stage.ts'

const METERS_A_DEGREE = 111_194.926645

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function openProfile(options: PhoneOptions = {}) {
  const page = await stage.newPhone({ as: await makeAgent(stage.world), ...options })
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('language'))
const html = (page: Page) => page.locator('html')

const spoken: readonly [Language, name: string, profile: string, updated: string][] = (
  [
    ['ru', 'Русский'],
    ['es', 'Español'],
    ['fr', 'Français'],
    ['tr', 'Türkçe'],
    ['ar', 'العربية'],
  ] as const
).map(([language, name]) => {
  const { profile, common } = translations[language] as unknown as {
    profile: { title: string }
    common: { updated: string }
  }
  return [language, name, profile.title, common.updated]
})

describe('choosing a language', () => {
  test.each(spoken)('%s (%s): every text changes, and the choice is kept', async (language, name, title, updated) => {
    const page = await openProfile()
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText(updated, { exact: true })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', language)
    await expect(html(page)).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    expect(await stored(page)).toBe(language)
    const call = page.waitForRequest(/\/user\/profile$/)
    await page.reload()
    expect((await call).headers()['x-language']).toBe(language)
    await expect(heading(page, title)).toBeVisible()
    expectQuiet(page)
  })

  test('and English again', async () => {
    const page = await openProfile({ language: 'ru' })
    await page.goto('/profile')
    await page.getByRole('combobox', { name: 'Язык' }).click()
    await page.getByRole('option', { name: /English/ }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'en')
    expect(await stored(page)).toBe('en')
  })

  test('shows a loading state until the texts are there', async () => {
    const page = await openProfile()
    await page.goto('/profile')
    const held = Promise.withResolvers<void>()
    await page.route(/\/tools\/translations/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: /Русский/ }).click()
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
    held.resolve()
    await expect(heading(page, 'Профиль')).toBeVisible()
  })
})

describe('the app speaks English', () => {
  test.each([
    ['nothing was chosen', {}],
    ['what was chosen is a language it does not speak', { language: 'xx' }],
  ])('when %s', async (_when, kept) => {
    const page = await openProfile({ stored: kept })
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'en')
  })

  test.each([
    ['can not be loaded', 'abort'],
    ['are answered with a fault', 'fault'],
  ])('when the texts of the chosen language %s', async (_what, how) => {
    const page = await openProfile({ language: 'ar' })
    await page.route(/\/tools\/translations/, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'broken' }),
    )
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(html(page)).toHaveAttribute('dir', 'ltr')
    await expect(html(page)).toHaveAttribute('lang', 'en')
  })

  test('where a single text of the chosen language is missing, empty or no text', async () => {
    const page = await openProfile({ language: 'ru' })
    await page.route(/\/tools\/translations/, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const { profile } = body.payload.translations
      delete profile.cash_id
      profile.full_name = ''
      profile.timezone = ['no text']
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto('/profile')
    await expect(heading(page, 'Профиль')).toBeVisible()
    for (const text of ['Cashbox ID', 'Full name', 'Time zone']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Статус', { exact: true })).toBeVisible()
  })

  test('in the words of the operator, where there are some', async () => {
    const { db } = stage.world
    await db.execute(sql`
      insert into translation_override (language, key, text, changed_by, changed_at, version)
      values ('en', 'profile.title', 'My cashbox', 'Olga', now(), 1) on conflict do nothing`)
    const page = await openProfile()
    await page.goto('/profile')
    await expect(heading(page, 'My cashbox')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
    expectQuiet(page)
    await db.execute(sql`delete from translation_override`)
  })
})

test.each([
  [101, '101 метр'],
  [102, '102 метра'],
  [105, '105 метров'],
  [111, '111 метров'],
  [112, '112 метров'],
  [121, '121 метр'],
  [1001, '1,001 метр'],
])('Russian counts %i as "%s"', async (meters, text) => {
  const page = await stage.newPhone({
    as: await makeAgent(stage.world, { geoArea: 100 }),
    language: 'ru',
    geolocation: { ...TASHKENT, latitude: TASHKENT.latitude + meters / METERS_A_DEGREE },
  })
  await page.goto('/dashboard')
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('100 метров', { exact: true })).toBeVisible()
})

test.each(['/profile', '/account-deposit', '/account-deposit?type=perfect-money'])(
  '%s in Arabic runs right to left and is no wider than the screen',
  async (path) => {
    const page = await openProfile({ language: 'ar' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main')).toHaveCSS('direction', 'rtl')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  },
)
