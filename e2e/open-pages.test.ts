import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { toSignupStep } from './signup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the terms of use can be read from the sign-up, in the chosen language and without a log-in', async () => {
  const page = await stage.newPhone()
  await page.goto('/auth/signup')
  await toSignupStep(page, 'Contact')
  const link = page.getByRole('link', { name: 'Read the terms' })
  await expect(link).toHaveAttribute('target', '_blank')
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { name: 'Cash and confirmations' })).toBeVisible()
  await expect(page.getByText(/^Version [0-9a-f]{12}$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { name: 'Условия использования' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Наличные и подтверждения' })).toBeVisible()
  expectQuiet(page)
})

test('an agent changes their e-mail address with the link in the letter', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabel('New e-mail').fill('moved@example.com')
  await page.getByLabel('Current password').fill(agent.password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('We sent a link to moved@example.com.')).toBeVisible()
  const [letter] = await waitingLetters(stage.world, 'moved@example.com')
  const { pathname, search } = new URL(letter?.link ?? '')
  await page.goto(pathname + search)
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await expect(page.getByText('Your e-mail address is now moved@example.com.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expectQuiet(page)
})

test('maintenance speaks the chosen language, and so does the app after it, without a reload', async () => {
  const set = (is_off_maintenance: boolean) =>
    stage.world.app.inject({ method: 'POST', url: '/sandbox/settings', payload: { is_off_maintenance } })
  await set(false)
  const page = await stage.newPhone({ language: 'ru' })
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Обновить' })).toBeVisible()
  await set(true)
  await page.getByRole('button', { name: 'Обновить' }).click()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
})
