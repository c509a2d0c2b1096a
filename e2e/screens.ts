import { randomUUID } from 'node:crypto'
import type { TransactionType } from '@cashbox/contract'
import { createMoneyRequest, type OperatorRole } from '@cashbox/contract/operator'
import type { agree } from '@cashbox/testing/agree'
import type { PhoneOptions } from '@cashbox/testing/browser/phone'
import type { OperatorClient } from '@cashbox/testing/operator-client'
import type { makePartnerKey } from '@cashbox/testing/partner-key'
import type { Page } from '@playwright/test'

/** What a screen may need of the server, and the words of the language it is shown in. */
export interface Props {
  /** A text of the app by its key, such as 'dashboard.top_up'. */
  readonly translate: (key: string) => string
  readonly openTransaction: (type: TransactionType, amount: string) => Promise<Opened>
  /** The agent with the circle confirms a deposit. */
  readonly confirmDeposit: (amount: string) => Promise<void>
  /** They try the wrong code of a withdrawal until it is locked. */
  readonly lockWithdrawal: (amount: string) => Promise<void>
  /** The approved agent pays by Perfect Money, but not what was ordered: it is held. */
  readonly holdPayment: (amount: string) => Promise<void>
  /** Sends USDT to the approved agent, and mines so many blocks on top. */
  readonly sendUsdt: (amount: string, blocks: number) => Promise<void>
  /** Makes calls of the console. */
  readonly asOperator: (role: OperatorRole) => Promise<OperatorClient>
  /** The second admin approves what an operator asked for. */
  readonly agree: (asked: Parameters<typeof agree>[1]) => Promise<unknown>
  /** A key whose secret the partner has, and which the second admin approved. */
  readonly makePartnerKey: (admin: OperatorClient, input: Parameters<typeof makePartnerKey>[2]) => Promise<unknown>
  readonly changeSettings: (changes: Readonly<Record<string, unknown>>) => Promise<void>
}

interface Opened {
  readonly transaction_id: string
  readonly security_code: string | null
}

export interface Screen {
  readonly name: string
  readonly path: string
  /** A seeded agent; no one without it. */
  readonly as?: string
  /** The seeded operator of a role, for a screen of the console. */
  readonly operator?: OperatorRole
  readonly phone?: Pick<PhoneOptions, 'geolocation'>
  /** Before the page opens. */
  readonly before?: (props: Props) => Promise<void>
  /** What the operators' API answers on these paths, in place of the server. */
  readonly answers?: Readonly<Record<string, object>>
  /** On the page, until it is ready for the picture. */
  readonly act?: (page: Page, props: Props) => Promise<void>
  readonly after?: (props: Props) => Promise<void>
}

/** Opens the page of a screen. */
export async function goTo(page: Page, { path, answers = {} }: Screen): Promise<void> {
  for (const [pattern, payload] of Object.entries(answers))
    await page.route(`**/operator/v1/${pattern}`, (route) => route.fulfill({ json: { payload } }))
  await page.goto(path)
}

const SAMARKAND = { latitude: 39.6542, longitude: 66.9597 }

const press =
  (key: string) =>
  (page: Page, { translate }: Props) =>
    page.getByRole('button', { name: translate(key) }).click()

const help = async (page: Page, props: Props) => {
  await press('common.help')(page, props)
  await page.getByText(props.translate('dashboard.balance_help_title')).waitFor()
}

const openPopup = (key: string) => async (page: Page, props: Props) => {
  await press(key)(page, props)
  await page.getByRole('dialog').waitFor()
}

/** Opens the popup with a transaction that a player has brought. */
const enter = (type: TransactionType, amount: string) => async (page: Page, props: Props) => {
  const { translate, openTransaction } = props
  const { transaction_id, security_code } = await openTransaction(type, amount)
  await openPopup(type === 'deposit' ? 'dashboard.top_up' : 'dashboard.withdraw')(page, props)
  const popup = page.getByRole('dialog')
  await popup.getByLabel(translate('payment.transaction_id')).fill(transaction_id)
  await popup.getByText(translate('payment.lookup.found')).waitFor()
  await popup.getByLabel(translate('payment.amount')).fill(amount)
  if (security_code === null) return
  await popup
    .getByRole('group', { name: translate('payment.security_code') })
    .locator('input')
    .first()
    .fill(security_code)
}

const confirm = (type: TransactionType, amount: string) => async (page: Page, props: Props) => {
  await enter(type, amount)(page, props)
  await page.getByRole('dialog').locator('button[type="submit"]').click()
  await page.getByText(props.translate('payment.success.title')).first().waitFor()
}

/** One that was credited, one that is held and one on its way. */
const topUp = async ({ sendUsdt }: Props) => {
  await sendUsdt('250.5', 1)
  await sendUsdt('1.5', 25)
  await sendUsdt('120', 7)
}

const showTopups = async (page: Page) => {
  const tracker = page.locator('main section', { has: page.locator('ol') })
  await tracker.getByRole('progressbar').waitFor()
  await tracker.evaluate((section) => section.scrollIntoView())
}

/** A top-up that was credited, and an adjustment with its reason. */
const fillInbox = async (props: Props) => {
  await props.sendUsdt('250.5', 25)
  await adjust(props)
}

const adjust = async ({ asOperator }: Props) => {
  const finance = await asOperator('finance')
  const reason = 'Counted twice on Friday'
  const input = { id: randomUUID(), kind: 'adjustment', cash_id: '100001', amount: '-1250.00', reason } as const
  await finance.call(createMoneyRequest, input)
}

const showReceipt = async (page: Page) => {
  await page.locator('li[aria-posinset] button').first().click()
  await page.getByRole('article').first().waitFor()
}

/** Everything that there is to see. */
export const screens: readonly Screen[] = [
  { name: 'login', path: '/auth/login' },
  { name: 'signup', path: '/auth/signup' },
  { name: 'terms', path: '/terms' },
  { name: 'email-change', path: '/email-change?confirm=none' },
  { name: 'demo-request', path: '/auth/demo' },
  { name: 'verify', path: '/auth/verify' },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  { name: 'new-password', path: '/auth/new-password?hash=none' },
  { name: 'dashboard', as: 'approved', path: '/dashboard' },
  { name: 'dashboard-help', as: 'approved', path: '/dashboard', act: help },
  { name: 'dashboard-pending', as: 'pending', path: '/dashboard' },
  { name: 'dashboard-rejected', as: 'rejected', path: '/dashboard' },
  { name: 'dashboard-suspended', as: 'suspended', path: '/dashboard' },
  { name: 'dashboard-blocked', as: 'blocked', path: '/dashboard' },
  { name: 'dashboard-demo', as: 'demo', path: '/dashboard' },
  { name: 'deposit-empty', as: 'approved', path: '/dashboard', act: openPopup('dashboard.top_up') },
  { name: 'deposit-found', as: 'approved', path: '/dashboard', act: enter('deposit', '125000.00') },
  { name: 'deposit-not-covered', as: 'approved', path: '/dashboard', act: enter('deposit', '500000000.00') },
  { name: 'deposit-success', as: 'approved', path: '/dashboard', act: confirm('deposit', '125000.00') },
  { name: 'withdraw-found', as: 'approved', path: '/dashboard', act: enter('withdraw', '80000.00') },
  { name: 'withdraw-success', as: 'approved', path: '/dashboard', act: confirm('withdraw', '80000.00') },
  { name: 'history', as: 'approved', path: '/history' },
  { name: 'history-empty', as: 'fenced', path: '/history' },
  { name: 'receipt', as: 'approved', path: '/history', act: showReceipt },
  { name: 'receipt-check', path: '/r' },
  { name: 'history-search', as: 'approved', path: '/history?search=5,000' },
  { name: 'statement', as: 'approved', path: '/statement', before: adjust },
  { name: 'statement-chosen', as: 'approved', path: '/statement?period=chosen&from=2026-01-01T08:00&kind=top_up' },
  { name: 'statement-line', as: 'approved', path: '/statement/float/2' },
  { name: 'history-file', as: 'approved', path: '/history', act: openPopup('file.open') },
  { name: 'statistics', as: 'approved', path: '/statistics' },
  { name: 'account-deposit-tron', as: 'approved', path: '/account-deposit' },
  {
    name: 'account-deposit-perfect-money',
    as: 'approved',
    path: '/account-deposit',
    act: (page, { translate }) => page.getByRole('radio', { name: translate('wallet.perfect_money.name') }).check(),
  },
  { name: 'account-deposit-topups', as: 'approved', path: '/account-deposit', before: topUp, act: showTopups },
  { name: 'account-deposit-demo', as: 'demo', path: '/account-deposit' },
  { name: 'account-deposit-success', as: 'approved', path: '/account-deposit?PAYMENT_BATCH_NUM=1234567' },
  { name: 'account-deposit-declined', as: 'approved', path: '/account-deposit?PAYMENT_BATCH_NUM=0' },
  { name: 'notices', as: 'approved', path: '/notices', before: fillInbox },
  { name: 'notices-empty', as: 'fenced', path: '/notices' },
  { name: 'notice-settings', as: 'approved', path: '/notices/settings' },
  { name: 'profile', as: 'approved', path: '/profile' },
  { name: 'profile-demo', as: 'demo', path: '/profile' },
  { name: 'location-denied', as: 'fenced', path: '/dashboard', phone: { geolocation: 'denied' } },
  { name: 'location-outside', as: 'fenced', path: '/dashboard', phone: { geolocation: SAMARKAND } },
  {
    name: 'maintenance',
    path: '/',
    before: ({ changeSettings }) => changeSettings({ is_off_maintenance: false }),
    after: ({ changeSettings }) => changeSettings({ is_off_maintenance: true }),
  },
]

/** How each of them is looked at. */
export const looks = {
  'phone-light': { viewport: 'phone', theme: 'light' },
  'phone-dark': { viewport: 'phone', theme: 'dark' },
  'desktop-light': { viewport: 'desktop', theme: 'light' },
  'desktop-dark': { viewport: 'desktop', theme: 'dark' },
  'phone-arabic': { viewport: 'phone', theme: 'light', language: 'ar' },
} as const satisfies Readonly<Record<string, PhoneOptions>>

/** Those that the documentation shows. */
export const shown: readonly `${string}.${keyof typeof looks}`[] = [
  'dashboard.phone-light',
  'deposit-found.phone-light',
  'deposit-success.phone-light',
  'console-today.desktop-light',
  'console-transaction.desktop-light',
]
