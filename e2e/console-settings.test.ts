import { text } from 'node:stream/consumers'
import { listRates, listTexts } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { toSignupStep } from './signup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { RATE_FEED_URL: 'https://rates.example.com' } })
})
afterAll(() => stage.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a colour is shown as agents will see it, with a word on what is hard to read, and reaches them', async () => {
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/settings')
  const color = desk.getByLabel('Colour', { exact: true })
  const samples = desk.getByRole('region', { name: 'Preview' }).locator('[data-sample]')
  await color.fill('#ffe06')
  await expect(desk.getByText('Enter # and six hexadecimal digits')).toBeVisible()
  await expect(samples).toHaveCount(0)
  await color.fill('#ffe066')
  await expect(samples.first()).toHaveCSS('background-color', 'rgb(255, 224, 102)')
  await expect(samples.first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(desk.getByText('White text on this colour is hard to read')).toBeVisible()
  await desk.getByLabel('Pick a colour').fill('#7a1fa2')
  await expect(color).toHaveValue('#7a1fa2')
  await expect(desk.getByText('White text on this colour is hard to read')).toHaveCount(0)
  await desk.getByRole('combobox', { name: 'Default time zone' }).click()
  await desk.getByLabel('Search time zones').fill('tashk')
  await desk.getByRole('option', { name: 'Asia/Tashkent (+05:00)' }).click()
  await desk.getByLabel('Support link').fill('http://t.me/bazaar')
  await desk.getByLabel('Reason').fill('The new look.')
  await button(desk, 'Save').click()
  await expect(desk.getByLabel('Support link')).toHaveAttribute('aria-invalid', 'true')
  await desk.getByLabel('Support link').fill('')
  await button(desk, 'Save').click()
  await expect(desk.getByText('Settings saved.')).toBeVisible()

  const phone = await stage.newPhone()
  await phone.goto('/auth/login')
  await expect(phone.getByRole('button', { name: 'Log in' })).toBeVisible()
  const brand = () => phone.evaluate(() => document.documentElement.style.getPropertyValue('--brand-light'))
  await expect.poll(brand).toBe('#7a1fa2')
  expectQuiet(desk, /422/)
})

test('a changed text is what agents read, one that does not fit is refused with the reason beside it, and it can be undone', async () => {
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/texts?language=ru&search=common.search_minimum')
  const drawer = desk.getByRole('dialog')
  const text = drawer.getByLabel('Text in Russian')
  await desk.getByRole('link', { name: 'common.search_minimum' }).click()
  await expect(drawer.getByText('for 2, 3, 4, 22 and so on')).toBeVisible()
  await text.fill('Введите больше')
  await button(desk, 'Save').click()
  await expect(text).toHaveAccessibleDescription(/not valid.*count/)
  await button(desk, 'Close').click()

  await desk.getByLabel('Search', { exact: true }).fill('профиль')
  await desk.getByRole('link', { name: 'profile.title' }).click()
  await text.fill('Мой кабинет')
  await expect(drawer).toContainText('A second admin must approve every change of a text')
  await button(desk, 'Save').click()
  await expect(drawer).toHaveCount(0)
  const row = desk.getByRole('row', { name: 'profile.title' })
  const waits = desk.getByText(/Sent for approval \(#\d+\)\./)
  await expect(waits).toBeVisible()
  const second = await stage.newDesk({ as: 'admin2' })
  const approve = async () => {
    await second.goto('/console/approvals?show=for_me&kind=text_set')
    await second.getByRole('row', { name: 'profile.title (ru)' }).getByRole('link').click()
    await expect(second.getByRole('dialog').getByRole('row', { name: 'Мой кабинет' })).toContainText('Профиль')
    await button(second, 'Approve').click()
    await button(second, 'Approve request').click()
    await expect(second.getByText(/Request \d+ completed\./)).toBeVisible()
  }
  await approve()

  const phone = await stage.newPhone({ as: await makeAgent(stage.world), language: 'ru' })
  await phone.goto('/profile')
  await expect(heading(phone, 'Мой кабинет')).toBeVisible()

  await desk.goto('/console/texts?language=ru&state=changed')
  await expect(row).toContainText('Changed')
  await row.getByRole('link').click()
  await button(desk, 'Restore default').click()
  await desk
    .getByRole('dialog', { name: /^Restore/ })
    .getByRole('button', { name: 'Restore default' })
    .click()
  await expect(waits).toBeVisible()
  await approve()
  await desk.reload()
  await expect(desk.getByText('No texts found')).toBeVisible()
  await phone.reload()
  await expect(heading(phone, 'Профиль')).toBeVisible()
  expectQuiet(desk, /422/)
})

test('only a part of the texts is drawn at once, and all of them are found', async () => {
  const desk = await stage.newDesk({ as: 'support' })
  await desk.goto('/console/texts?language=ar')
  const links = desk.locator('[data-row-link]')
  await expect(links).toHaveCount(60)
  await expect(desk.getByRole('row', { name: 'common.close' }).locator('[lang=ar]')).toHaveAttribute('dir', 'rtl')
  await button(desk, 'Show more').click()
  await expect(links).toHaveCount(120)
  const { list } = (await (await operatorOf(stage.world.address, 'support')).call(listTexts, {})).payload
  const last = list.at(-1)?.key ?? ''
  await desk.getByLabel('Search', { exact: true }).fill(last)
  await expect(links).toHaveText([last])
  expectQuiet(desk)
})

async function readRate() {
  const finance = await operatorOf(stage.world.address, 'finance')
  const { list } = (await finance.call(listRates, {})).payload
  return list.find(({ coin, currency_code }) => coin === 'USDT' && currency_code === 'UZS')
}

test('a rate that is far from the last one is asked about before it is sent for approval, and can be handed back', async () => {
  const desk = await stage.newDesk({ as: 'finance' })
  await desk.goto('/console/rates')
  const row = desk.getByRole('row', { name: 'USDT/UZS' })
  const dialog = desk.getByRole('dialog')
  await row.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByLabel('New rate').fill('126505')
  await dialog.getByLabel('Reason').fill('The market moved.')
  await button(desk, 'Set rate').click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'from the last checked one' })).toContainText('+900 %')
  expect(await readRate()).toMatchObject({ rate: '12650.50' })
  await dialog.getByLabel('New rate').fill('140000')
  await expect(dialog.getByText('from the last checked one')).toHaveCount(0)
  await button(desk, 'Set rate').click()
  await button(desk, 'Send for approval').click()
  await expect(dialog).toHaveCount(0)
  await expect(desk.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
  await expect(row).toContainText('12,650.50')

  await row.getByRole('button', { name: 'Resume automatic rate' }).click()
  await dialog.getByLabel('Reason').fill('The feed is right again.')
  await button(desk, 'Resume automatic rate').click()
  await expect(row).toContainText('Rate feed')
  expect(await readRate()).toMatchObject({ rate: '12650.50', source: 'feed' })
  expectQuiet(desk, /422/)
})

test('a country that is no longer offered disappears from sign-up, and comes back when it is taken back', async () => {
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/choices?search=uzbek')
  const offered = desk.getByRole('checkbox', { name: /^Uzbekistan/ })
  await offered.click()
  await expect(offered).not.toBeChecked()
  await expect(desk.getByText('251 of 252 offered')).toBeVisible()
  const phone = await stage.newPhone()
  await phone.goto('/auth/signup')
  await toSignupStep(phone, 'Your point')
  await phone.getByRole('combobox', { name: 'Country' }).click()
  await expect(phone.getByRole('option', { name: 'Kazakhstan' })).toBeVisible()
  await expect(phone.getByRole('option', { name: 'Uzbekistan' })).toHaveCount(0)
  await button(desk, 'Undo').click()
  await expect(offered).toBeChecked()
  await phone.reload()
  await toSignupStep(phone, 'Your point')
  await phone.getByRole('combobox', { name: 'Country' }).click()
  await expect(phone.getByRole('option', { name: 'Uzbekistan' })).toBeVisible()
  expectQuiet(desk)
})

test('chosen countries and messengers are taken as one file, also by those who may only read', async () => {
  const desk = await stage.newDesk({ as: 'support' })
  await desk.goto('/console/choices?search=te')
  await desk.getByRole('checkbox', { name: /^Select Telegram/ }).check()
  await desk.getByRole('checkbox', { name: /^Select United States/ }).check()
  const bar = desk.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByText('Selected: 2')).toBeVisible()
  await bar.getByRole('button', { name: /Export/ }).click()
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('menuitem', { name: 'CSV' }).click()])
  expect((await text(await file.createReadStream())).trim().split('\r\n').slice(1)).toEqual([
    '"messenger","telegram","Telegram","true"',
    '"country","US","United States","true"',
  ])
  // What no longer matches the filters is no longer chosen.
  await desk.goto('/console/choices?search=telegram')
  await expect(bar).toHaveCount(0)
  expectQuiet(desk)
})

test('support reads all of it and changes none of it', async () => {
  const desk = await stage.newDesk({ as: 'support' })
  const pages = {
    '/console/rates': 'USDT/UZS',
    '/console/settings': 'Support link',
    '/console/texts?open=common.close': 'Default text',
    '/console/choices?search=uzbek': 'Uzbekistan',
  }
  for (const [path, text] of Object.entries(pages)) {
    await desk.goto(path)
    await expect(desk.getByText(text).first()).toBeVisible()
    for (const name of [
      /^Set\b/,
      /^Resume automatic rate/,
      'Turn on maintenance mode',
      'Turn off demo accounts',
      'Save',
      'Restore default',
    ]) {
      await expect(button(desk, name)).toHaveCount(0)
    }
    // Rows can be chosen for a file; nothing else can be ticked.
    await expect(desk.getByRole('checkbox', { name: /^(?!Select )/ })).toHaveCount(0)
  }
  expectQuiet(desk)
})

async function useSwitch(page: Page, name: string, submit: string) {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  await expect(button(page, submit)).toBeDisabled()
  await dialog.getByLabel('Reason').fill('The database moves.')
  await button(page, submit).click()
  await expect(dialog).toHaveCount(0)
}

test('demo accounts are turned off, and the log-in offers none until they are back', async () => {
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/settings')
  await useSwitch(desk, 'Turn off demo accounts', 'Turn off demos')
  await expect(desk.getByText('Nobody can request or open a demo account.')).toBeVisible()
  const phone = await stage.newPhone()
  await phone.goto('/auth/login')
  await expect(phone.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Try the demo' })).toHaveCount(0)
  await useSwitch(desk, 'Offer demo accounts', 'Offer demos')
  await phone.reload()
  await expect(phone.getByRole('link', { name: 'Try the demo' })).toBeVisible()
  expectQuiet(desk)
})

test('maintenance closes the app for agents, and opens it again, and what was being typed beside it is kept', async () => {
  const phone = await stage.newPhone({ as: await makeAgent(stage.world) })
  await phone.goto('/dashboard')
  await expect(heading(phone, 'Dashboard')).toBeVisible()
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/settings')
  await desk.getByLabel('Name', { exact: true }).fill('Bazaar')
  await useSwitch(desk, 'Turn on maintenance mode', 'Turn on')
  await expect(desk.getByText('Maintenance mode is on', { exact: true })).toBeVisible()
  // The page has the settings in it and asks for them as well: not so late that it learns of the end below.
  const asked = phone.waitForResponse('**/api/tools/settings')
  await phone.reload()
  await expect(heading(phone, 'Maintenance')).toBeVisible()
  await asked

  await useSwitch(desk, 'Turn off maintenance mode', 'Turn off')
  await phone.getByRole('button', { name: 'Refresh' }).click()
  await expect(heading(phone, 'Dashboard')).toBeVisible()

  await desk.getByLabel('Reason').fill('A new partner.')
  await button(desk, 'Save').click()
  await expect(desk.getByText('Settings saved.')).toBeVisible()
  await phone.reload()
  await expect(phone).toHaveTitle(/Bazaar/)
  expectQuiet(desk)
})
