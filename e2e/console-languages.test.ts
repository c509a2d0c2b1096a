import { consoleTexts } from '@cashbox/contract/console-texts'
import type { english } from '@cashbox/contract/console-texts/en'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const arabic = consoleTexts.ar as unknown as typeof english
const french = consoleTexts.fr as unknown as typeof english
const html = (page: Page) => page.locator('html')
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function logIn(page: Page, texts: Pick<typeof english, 'operators' | 'log_in'>, password = 'Cashbox1!') {
  await page.getByLabel(texts.operators.email).fill('risk@cashbox.test')
  await page.getByLabel(texts.log_in.password.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: texts.log_in.password.submit }).click()
}

test('the language chosen at the log-in is the operator’s own in every browser, and changes without a reload', async () => {
  const desk = await stage.newDesk()
  await desk.goto('/console/')
  await desk.getByLabel('Language').selectOption('العربية')
  await heading(desk, arabic.log_in.password.title)
  await expect(html(desk)).toHaveAttribute('dir', 'rtl')
  await expect(html(desk)).toHaveAttribute('lang', 'ar')
  await logIn(desk, arabic, 'wrong harbour 9')
  await expect(desk.getByText(/كلمة المرور غير صحيحة|البريد الإلكتروني أو كلمة المرور/)).toBeVisible()
  await logIn(desk, arabic)
  await heading(desk, arabic.pages.today)
  expectQuiet(desk, /422|401/)

  const elsewhere = await stage.newDesk()
  await elsewhere.goto('/console/')
  await heading(elsewhere, 'Log in')
  await elsewhere.getByLabel('E-mail').fill('risk@cashbox.test')
  await elsewhere.getByLabel('Password', { exact: true }).fill('Cashbox1!')
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await heading(elsewhere, arabic.pages.today)
  await expect(html(elsewhere)).toHaveAttribute('dir', 'rtl')
  // Arabic is on the right, where reading begins.
  await expect.poll(async () => (await elsewhere.getByRole('navigation').boundingBox())?.x).toBeGreaterThan(640)

  await elsewhere.evaluate(() => Reflect.set(window, 'wasReloaded', false))
  await elsewhere.getByRole('button', { name: new RegExp(arabic.account.menu) }).click()
  await elsewhere.getByRole('menuitemradio', { name: 'Français' }).click()
  await heading(elsewhere, french.pages.today)
  await expect(html(elsewhere)).toHaveAttribute('dir', 'ltr')
  expect(await elsewhere.evaluate(() => Reflect.get(window, 'wasReloaded'))).toBe(false)
  await desk.reload()
  await heading(desk, french.pages.today)
  expectQuiet(elsewhere, /401/)
})
