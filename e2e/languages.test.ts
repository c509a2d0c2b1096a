import { translations } from '@cashbox/contract/translations'
import { sql } from '@cashbox/postgres/database'
import {
  expect,
  expectQuiet,
  noticesOf,
  openStage,
  type PhoneOptions,
  type Stage,
  TASHKENT,
} from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

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

interface Texts {
  readonly profile: { readonly title: string }
  readonly common: { readonly updated: string; readonly language: string }
}

const spoken = (
  [
    ['ru', 'Русский'],
    ['es', 'Español'],
    ['fr', 'Français'],
    ['tr', 'Türkçe'],
    ['ar', 'العربية'],
  ] as const
).map(([language, name]) => ({ language, name, ...(translations[language] as unknown as Texts) }))

describe('choosing a language', () => {
  test('changes every text, in every language, and the choice is kept', async () => {
    const page = await openProfile()
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    const said = await noticesOf(page)
    let label = 'Language'
    for (const { language, name, profile, common } of spoken) {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: new RegExp(name) }).click()
      await expect(heading(page, profile.title)).toBeVisible()
      await expect.poll(said).toContain(common.updated)
      await expect(html(page)).toHaveAttribute('lang', language)
      await expect(html(page)).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect.poll(() => stored(page)).toBe(language)
      label = common.language
    }
    const call = page.waitForRequest(/\/user\/profile$/)
    await page.reload()
    expect((await call).headers()['x-language']).toBe('ar')
    await expect(heading(page, spoken.at(-1)?.profile.title ?? '')).toBeVisible()
    expectQuiet(page)
  })

  test('and English again', async () => {
    const page = await openProfile({ language: 'ru' })
    await page.goto('/profile')
    await page.getByRole('combobox', { name: 'Язык' }).click()
    await page.getByRole('option', { name: /English/ }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await expect.poll(() => stored(page)).toBe('en')
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

test('distances are counted as the language counts', async () => {
  const page = await stage.newPhone({
    as: await makeAgent(stage.world, { geoArea: 100 }),
    language: 'ru',
    geolocation: { ...TASHKENT, latitude: TASHKENT.latitude + 1001 / METERS_A_DEGREE },
  })
  await page.goto('/dashboard')
  await expect(page.getByText('1,001 метр', { exact: true })).toBeVisible()
  await expect(page.getByText('100 метров', { exact: true })).toBeVisible()
})
