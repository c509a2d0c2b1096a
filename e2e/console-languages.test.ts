import { consoleTexts } from '@cashbox/contract/console-texts'
import type { english } from '@cashbox/contract/console-texts/en'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const arabic = consoleTexts.ar as unknown as typeof english
const french = consoleTexts.fr as unknown as typeof english
const russian = consoleTexts.ru as unknown as typeof english
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
  await expect.poll(async () => (await elsewhere.getByRole('navigation').first().boundingBox())?.x).toBeGreaterThan(640)

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

/** Where each piece of its text begins, from the left. */
const leftsOfTexts = (element: Element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const lefts: number[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const piece = document.createRange()
    piece.selectNodeContents(text)
    lefts.push(piece.getBoundingClientRect().left)
  }
  return lefts
}
const beyondItsBox = (element: Element) => element.scrollWidth - element.clientWidth

const openAgent = async (desk: Page, { common }: Pick<typeof english, 'common'>) => {
  await desk.goto('/console/agents')
  await desk.getByRole('row', { name: 'Approved Agent' }).locator('[data-row-link]').click()
  await desk.getByRole('link', { name: common.open_page }).click()
}

test('where words are long, tables keep their last column in sight, filters stay in line, and no tab is cut', async () => {
  const desk = await stage.newDesk({ as: 'admin', language: 'ru' })
  await desk.goto('/console/transactions')
  await expect(desk.locator('[data-row-link]').first()).toBeVisible()
  await expect.poll(() => desk.getByRole('region', { name: russian.pages.transactions }).evaluate(beyondItsBox)).toBe(0)

  await desk.goto('/console/agents')
  const filters = desk.getByRole('search')
  const [search, status] = [filters.getByRole('searchbox'), filters.getByLabel(russian.agents.status_label)]
  await expect(status).toBeVisible()
  // Read again until nothing that arrives above them moves them apart between the two looks.
  const apart = async () =>
    Math.abs(((await search.boundingBox())?.y ?? NaN) - ((await status.boundingBox())?.y ?? NaN))
  await expect.poll(apart).toBeLessThan(4)

  await openAgent(desk, russian)
  const tabs = desk.getByRole('navigation', { name: russian.agents.tabs.label })
  await expect(tabs.getByRole('link', { name: russian.agents.tabs.audit })).toBeVisible()
  await expect.poll(() => tabs.evaluate(beyondItsBox)).toBe(0)
  expectQuiet(desk)
})

test('a point has its latitude before its longitude, also where one reads from the right', async () => {
  const desk = await stage.newDesk({ as: 'admin', language: 'ar' })
  await openAgent(desk, arabic)
  const point = desk.getByRole('link', { name: /^41\.2995, 69\.2401/ }).first()
  await expect(point).toBeVisible()
  const [latitude = 0, , longitude = 0] = await point.evaluate(leftsOfTexts)
  expect(latitude).toBeLessThan(longitude)
  expectQuiet(desk)
})
