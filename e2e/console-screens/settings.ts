import {
  changeConsoleSettings,
  createChannel,
  listChoices,
  listTexts,
  offerChoice,
  readConsoleSettings,
  setText,
} from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

const reason = 'For a picture.'

/** A currency without a rate. */
const addCurrency = async ({ asOperator }: Props) => {
  const admin = await asOperator('admin')
  const fees = { deposit_fee_bp: 100, withdraw_fee_bp: 100 }
  await admin.call(createChannel, { code: 'almaty', name: 'Almaty', currency_code: 'KZT', ...fees, reason })
}

const setFarRate = async (page: Page) => {
  await press(/^Set rate USDT\/UZS/)(page)
  await page.getByLabel('New rate').fill('126505.00')
  await page.getByLabel('Reason').fill('The market moved.')
  await page.getByRole('button', { name: 'Set rate' }).click()
  await page.getByText('from the last checked one').waitFor()
}

const addTelegramChat = async (page: Page) => {
  await press('Add destination')(page)
  await page.getByLabel('Type').selectOption('Telegram chat')
  await page.getByText(/^Alert types:/).click()
}

const choosePaleColor = async (page: Page) => {
  await page.getByLabel('Colour', { exact: true }).fill('#ffe066')
  await page.getByText(/hard to see/).waitFor()
}

const setMaintenance =
  (is_off_maintenance: boolean) =>
  async ({ asOperator }: Props) => {
    const admin = await asOperator('admin')
    const { version } = (await admin.call(readConsoleSettings, {})).payload
    await admin.call(changeConsoleSettings, { version, reason, is_off_maintenance })
  }

const changed = { language: 'ru', key: 'common.refresh' } as const
const versionOf = async ({ asOperator }: Props) => {
  const { list } = (await (await asOperator('admin')).call(listTexts, {})).payload
  return list.find(({ key }) => key === changed.key)?.texts[changed.language].version ?? 0
}
const changeTo = (text: string | null) => async (props: Props) => {
  const version = await versionOf(props)
  await props.agree(await (await props.asOperator('admin')).call(setText, { ...changed, version, text }))
}

const saveWrongText = async (page: Page) => {
  await openFirstRow(page)
  await page.getByLabel('Text in Arabic').fill('أمتار')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/not valid/).waitFor()
}

const askForReset = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('button', { name: 'Restore default' }).click()
  await page.getByRole('dialog', { name: /^Restore/ }).waitFor()
}

const turnChoice = async (page: Page) => {
  await page.getByRole('checkbox', { name: /^Viber/ }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // What was changed and what is chosen are said one above the other.
  await page.getByRole('checkbox', { name: /^Select Telegram/ }).check()
  await page.getByRole('region', { name: 'Selected rows' }).waitFor()
}

const offerAll = async ({ asOperator }: Props) => {
  const admin = await asOperator('admin')
  const { list } = (await admin.call(listChoices, {})).payload
  for (const { kind, code } of list.filter(({ is_offered }) => !is_offered)) {
    await admin.call(offerChoice, { kind, code, is_offered: true, reason })
  }
}

export const settingScreens: readonly Screen[] = [
  { name: 'console-rates', path: '/console/rates', operator: 'finance', before: addCurrency },
  { name: 'console-rates-support', path: '/console/rates', operator: 'support' },
  { name: 'console-rate-far', path: '/console/rates', operator: 'finance', act: setFarRate },
  { name: 'console-destinations', path: '/console/alert-destinations', operator: 'admin' },
  {
    name: 'console-destination-new',
    path: '/console/alert-destinations',
    operator: 'admin',
    act: addTelegramChat,
  },
  { name: 'console-settings', path: '/console/settings', operator: 'admin' },
  { name: 'console-settings-support', path: '/console/settings', operator: 'support' },
  { name: 'console-settings-pale', path: '/console/settings', operator: 'admin', act: choosePaleColor },
  {
    name: 'console-maintenance',
    path: '/console/settings',
    operator: 'admin',
    act: press('Turn on maintenance mode'),
  },
  {
    name: 'console-in-maintenance',
    path: '/console/settings',
    operator: 'admin',
    before: setMaintenance(false),
    after: setMaintenance(true),
  },
  { name: 'console-texts', path: '/console/texts', operator: 'admin' },
  { name: 'console-texts-arabic', path: '/console/texts?language=ar&search=common.', operator: 'admin' },
  {
    name: 'console-text-changed',
    path: '/console/texts?state=changed',
    operator: 'admin',
    before: changeTo('Освежить'),
    act: openFirstRow,
    after: changeTo(null),
  },
  {
    name: 'console-text-reset',
    path: '/console/texts?state=changed',
    operator: 'admin',
    before: changeTo('Освежить'),
    act: askForReset,
    after: changeTo(null),
  },
  {
    name: 'console-text-wrong',
    path: '/console/texts?search=common.meters&language=ar',
    operator: 'admin',
    act: saveWrongText,
  },
  {
    name: 'console-text-support',
    path: '/console/texts?search=common.meters',
    operator: 'support',
    act: openFirstRow,
  },
  { name: 'console-choices', path: '/console/choices', operator: 'admin' },
  {
    name: 'console-choice-changed',
    path: '/console/choices',
    operator: 'admin',
    act: turnChoice,
    after: offerAll,
  },
  { name: 'console-choices-support', path: '/console/choices?search=an', operator: 'support' },
]
