import {
  expect,
  expectQuiet,
  noticesOf,
  openStage,
  type PhoneOptions,
  type Stage,
} from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { toSignupStep } from './signup.ts'

const REFUSED = /status of 4\d\d/

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

const texts = {
  'First name': 'Anora',
  'Last name': 'Karimova',
  'E-mail': 'anora@example.com',
  Password: 'Bazaar7!gate',
  'Repeat password': 'Bazaar7!gate',
  City: 'Tashkent',
  Street: 'Navoi 5',
  Phone: '90 123 45 67',
  'Messenger ID': '@anora',
}

type Texts = Partial<Record<keyof typeof texts, string>>

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign up' })
const terms = (page: Page) => page.getByLabel('I agree to the terms of use')

const FIRST = 'You'
const stepOf: Readonly<Record<string, string>> = {
  Country: 'Your point',
  City: 'Your point',
  Street: 'Your point',
  Phone: 'Contact',
  Messenger: 'Contact',
  'Messenger ID': 'Contact',
}

async function type(page: Page, label: string, text: string) {
  await toSignupStep(page, stepOf[label] ?? FIRST)
  await field(page, label).fill(text)
}

async function choose(page: Page, label: string, option: string) {
  await toSignupStep(page, stepOf[label] ?? FIRST)
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: label })).toContainText(option)
}

async function openSignup(options: PhoneOptions = {}, path = '/auth/signup') {
  const page = await stage.newPhone(options)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  return page
}

async function fillIn(page: Page, changes: Texts = {}) {
  await choose(page, 'Country', 'Uzbekistan')
  await choose(page, 'Messenger', 'Telegram')
  for (const [label, value] of Object.entries({ ...texts, ...changes })) await type(page, label, value)
  await toSignupStep(page, 'Contact')
  await terms(page).check()
}

describe('the sign-up form', () => {
  test.each(['/auth/signup', '/auth/request-demo'])('at %s asks eleven things in three steps', async (path) => {
    const page = await openSignup({}, path)
    for (const [group, count] of [
      ['You', 5],
      ['Your point', 3],
      ['Contact', 3],
    ] as const) {
      await toSignupStep(page, group)
      const parts = page.getByRole('group', { name: new RegExp(`^${group} ?Step`) }).locator('input, [role=combobox]')
      await expect(parts).toHaveCount(count)
    }
    expectQuiet(page)
  })

  test('its button is disabled while any field is empty or the terms are not agreed', async () => {
    const page = await openSignup()
    await toSignupStep(page, 'Contact')
    await expect(submit(page)).toBeDisabled()
    await fillIn(page)
    await expect(submit(page)).toBeEnabled()
    for (const [label, value] of Object.entries(texts)) {
      await type(page, label, '')
      await toSignupStep(page, 'Contact')
      await expect(submit(page)).toBeDisabled()
      await type(page, label, value)
      await toSignupStep(page, 'Contact')
      await expect(submit(page)).toBeEnabled()
    }
    await terms(page).uncheck()
    await expect(submit(page)).toBeDisabled()
  })

  test('its button stays disabled without a country or a messenger', async () => {
    const page = await openSignup()
    const { Phone: _phone, ...rest } = texts
    for (const [label, value] of Object.entries(rest)) await type(page, label, value)
    await toSignupStep(page, 'Contact')
    await terms(page).check()
    await expect(page.getByText('Still missing: Country, Phone, Messenger')).toBeVisible()
    await choose(page, 'Country', 'Uzbekistan')
    await type(page, 'Phone', texts.Phone)
    await expect(page.getByText('Still missing: Messenger')).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await choose(page, 'Messenger', 'Telegram')
    await expect(submit(page)).toBeEnabled()
  })

  test('a hint beside the button says what is still missing', async () => {
    const page = await openSignup()
    await toSignupStep(page, 'Contact')
    await expect(page.getByText('11 fields are still empty')).toBeVisible()
    await fillIn(page)
    await expect(page.getByText(/still/)).toHaveCount(0)
    await terms(page).uncheck()
    await type(page, 'City', '')
    await toSignupStep(page, 'Contact')
    await expect(page.getByText('Still missing: City, Agreement to the terms')).toBeVisible()
  })

  test('the phone is disabled until a country is chosen, and is behind its phone code', async () => {
    const page = await openSignup()
    await toSignupStep(page, 'Contact')
    await expect(field(page, 'Phone')).toBeDisabled()
    await expect(field(page, 'Phone')).toHaveAccessibleDescription('Choose a country first')
    await choose(page, 'Country', 'Uzbekistan')
    await toSignupStep(page, 'Contact')
    await expect(field(page, 'Phone')).toBeEnabled()
    await expect(field(page, 'Phone')).toHaveAccessibleDescription('Without the country code')
    await expect(page.getByText('+998', { exact: true })).toBeVisible()
  })

  test('a country without a phone code puts nothing before the phone', async () => {
    const page = await stage.newPhone()
    await page.route('**/api/tools/dictionaries', async (route) => {
      const response = await route.fetch()
      const { payload } = (await response.json()) as { payload: { countries: { code: string; phone_code: unknown }[] } }
      for (const country of payload.countries) if (country.code === 'UZ') country.phone_code = null
      await route.fulfill({ response, json: { payload } })
    })
    await page.goto('/auth/signup')
    await choose(page, 'Country', 'Uzbekistan')
    await toSignupStep(page, 'Contact')
    await expect(field(page, 'Phone')).toBeEnabled()
    await expect(page.getByText('+998')).toHaveCount(0)
  })

  test('the password field says which passwords are good enough', async () => {
    const page = await openSignup()
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      'At least 6 characters and three character types among uppercase, lowercase, numbers and symbols.',
    )
  })

  test('a country that is not there is not found', async () => {
    const page = await openSignup()
    await toSignupStep(page, 'Your point')
    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('Atlantis')
    await expect(page.getByText('No matching data')).toBeVisible()
  })

  test('each step leads to the next, and what was typed outlives the page, but passwords do not', async () => {
    const page = await openSignup()
    const next = page.getByRole('button', { name: 'Next' })
    const current = page.locator('[aria-current=step]')
    await expect(current).toHaveText('You')
    await field(page, 'First name').fill('Anora')
    await field(page, 'Password').fill('Bazaar7!gate')
    await next.click()
    await expect(current).toHaveText('Your point')
    await expect(page.getByText('Step 2 of 3')).toBeVisible()
    await field(page, 'City').fill('Tashkent')
    await next.click()
    await expect(current).toHaveText('Contact')
    await expect(next).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'First name')).toHaveValue('Anora')
    await expect(field(page, 'City')).toHaveValue('Tashkent')
    await expect(field(page, 'Password')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('Bazaar7!')
  })

  test('each part of the rule for passwords is marked while one is typed', async () => {
    const page = await openSignup()
    const mark = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
    const typeIn = (text: string) => field(page, 'Password').pressSequentially(text)
    await typeIn('abc')
    await expect(mark('lowercase')).toHaveText('lowercase: met')
    await expect(mark('At least 6 characters')).toHaveText('At least 6 characters: still missing')
    await typeIn('D1!')
    await expect(mark('At least 6 characters')).toHaveText('At least 6 characters: met')
    await expect(mark('Three of these four')).toHaveText('Three of these four (3 of 3): met')
    await expect(page.getByText('The password meets the rule.')).toBeAttached()
  })

  test('what was typed is still there after a look at another page, but passwords are not', async () => {
    const page = await openSignup()
    await field(page, 'First name').fill('Anora')
    await field(page, 'Password').fill('Bazaar7!gate')
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    await page.goBack()
    await expect(field(page, 'First name')).toHaveValue('Anora')
    await expect(field(page, 'Password')).toHaveValue('')
  })

  test('without the lists of countries and messengers it offers to load them again', async () => {
    const page = await stage.newPhone()
    await page.route('**/api/tools/dictionaries', (route) => route.abort())
    await page.goto('/auth/signup')
    await expect(page.getByText('Could not load this.')).toBeVisible()
    await page.unroute('**/api/tools/dictionaries')
    await page.getByRole('button', { name: 'Try again' }).click()
    await choose(page, 'Country', 'Uzbekistan')
    await expect(page.getByText('Could not load this.')).toHaveCount(0)
  })
})

describe('a sign-up', () => {
  const sent = (page: Page): Promise<Request> => page.waitForRequest('**/api/auth/registration')

  test('sends every field and the place of the point, and leads to /auth/verify', async () => {
    const page = await stage.newPhone({ geolocation: { latitude: 41.25, longitude: 69.5 } })
    // Which the sign-up names, and no field shows.
    const terms = page.waitForResponse('**/api/tools/terms-of-use')
    await page.goto('/auth/signup')
    await (await terms).finished()
    await fillIn(page)
    const request = sent(page)
    await submit(page).click()
    await expect(page).toHaveURL(/\/auth\/verify$/)
    expect((await request).postDataJSON()).toEqual({
      first_name: 'Anora',
      last_name: 'Karimova',
      email: 'anora@example.com',
      password: 'Bazaar7!gate',
      password_confirmation: 'Bazaar7!gate',
      country_code: 'UZ',
      city: 'Tashkent',
      street: 'Navoi 5',
      phone: '90 123 45 67',
      messenger: 'telegram',
      messenger_id: '@anora',
      geo_lat: '41.2500000',
      geo_lon: '69.5000000',
      terms_version: expect.any(String),
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_agent: expect.any(String),
    })
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    await expect(page.getByText('anora@example.com')).toBeVisible()
    expectQuiet(page)
  })

  test('is sent without a place when the agent declines', async () => {
    const page = await openSignup({ geolocation: 'denied' })
    await fillIn(page, { 'E-mail': 'placeless@example.com' })
    const request = sent(page)
    await submit(page).click()
    await expect(page).toHaveURL(/\/auth\/verify$/)
    expect((await request).postDataJSON()).not.toHaveProperty('geo_lat')
    expect((await request).postDataJSON()).not.toHaveProperty('geo_lon')
  })

  test('that is refused shows each message beside its field, and goes to the first', async () => {
    const page = await openSignup()
    const wrong: Texts = {
      'First name': 'A'.repeat(101),
      'Last name': 'K'.repeat(101),
      'E-mail': 'no-address',
      Password: 'weak',
      City: 'T'.repeat(101),
      Street: 'N'.repeat(201),
      Phone: '9'.repeat(41),
      'Messenger ID': '@'.repeat(101),
    }
    await fillIn(page, wrong)
    await submit(page).click()
    await expect(field(page, 'First name')).toBeFocused()
    for (const label of Object.keys(wrong)) await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await type(page, 'City', 'Tashkent')
    await expect(field(page, 'City')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Street')).toHaveAttribute('aria-invalid', 'true')
    expectQuiet(page, REFUSED)
  })

  test('with a phone of nowhere and two passwords is refused there', async () => {
    const page = await openSignup()
    await fillIn(page, { Phone: '12', 'Repeat password': 'Bazaar7!gates' })
    await submit(page).click()
    await expect(field(page, 'Phone')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Repeat password')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Repeat password')).toBeFocused()
    await field(page, 'Password').fill('Bazaar7!gates')
    await expect(field(page, 'Repeat password')).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('that is refused for its place or its bot check shows the first messages as notifications', async () => {
    const page = await openSignup()
    const errors = Object.fromEntries(
      ['geo', 'geo_lat', 'geo_lon', 'captcha_text'].map((name) => [name, [`First of ${name}.`, `Second of ${name}.`]]),
    )
    await page.route('**/api/auth/registration', (route) =>
      route.fulfill({ status: 422, json: { code: 'invalid_fields', message: 'No.', errors, request_id: 'r-1' } }),
    )
    await fillIn(page)
    const said = await noticesOf(page)
    await submit(page).click()
    await expect.poll(said).toEqual(Object.keys(errors).map((name) => `First of ${name}.`))
    await expect(page.getByText('Second of')).toHaveCount(0)
    await expect(page).toHaveURL(/\/auth\/signup$/)
  })
})
