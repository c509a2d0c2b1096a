import {
  createChannel,
  createPartner,
  decideApprovalRequest,
  listApprovalRequests,
  listChannels,
  listPartners,
  type Partner,
  renameChannel,
} from '@cashbox/contract/operator'
import { createTransaction, listTransactions } from '@cashbox/contract/partner'
import { countPositions } from '@cashbox/server/partners/settlement/count-positions'
import { agree } from '@cashbox/testing/agree'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, signingClient } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { faults } from './access.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function channelOf(code: string) {
  const admin = await operatorOf(stage.world.address, 'admin')
  return (await admin.call(listChannels, {})).payload.list.find((channel) => channel.code === code)
}

async function partnerOf(code: string): Promise<Partner | undefined> {
  const admin = await operatorOf(stage.world.address, 'admin')
  return (await admin.call(listPartners, {})).payload.list.find((partner) => partner.code === code)
}

/** The second admin approves everything that waits. */
async function agreeToAll() {
  const second = await operatorOf(stage.world.address, 'admin2')
  const { list } = (await second.call(listApprovalRequests, { for_me: 'true' })).payload
  for (const { id: request_id, version } of list) {
    await second.call(decideApprovalRequest, { request_id, version, decision: 'approve' })
  }
}

let made = 0

async function givePartner() {
  made += 1
  const admin = await operatorOf(stage.world.address, 'admin')
  const partner = { code: `partner-${made}`, name: `Partner ${made}` }
  await admin.call(createPartner, { ...partner, reason: 'As agreed.' })
  return partner
}

async function giveChannel() {
  made += 1
  const admin = await operatorOf(stage.world.address, 'admin')
  const channel = { code: `channel-${made}`, name: `Channel ${made}` }
  const fees = { deposit_fee_bp: 180, withdraw_fee_bp: 125 }
  const input = { ...channel, ...fees, currency_code: 'KZT', reason: 'As agreed.' }
  await agree(stage.world.address, await admin.call(createChannel, input))
  return channel
}

describe('fees', () => {
  test('are asked for from the start, and the answer to what was typed before stays readable', async () => {
    const { code } = await giveChannel()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/channels/${code}`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: heldLater, resolve: letLaterGo } = Promise.withResolvers<void>()
    await page.route('**/fees/preview', async (route) => {
      await ('valid_from' in route.request().postDataJSON() ? heldLater : held)
      await route.continue()
    })
    await button(page, 'Change fees').click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Start', { exact: true }).selectOption('later')
    const busy = form.locator('[aria-busy=true]')
    expect(await busy.count()).toBe(1)
    letGo()
    await expect(busy).toContainText('From the next confirmation: 1.80 % on deposits')
    expect(await faults(page)).toEqual([])
    letLaterGo()
    await expect(form).toContainText(/From \d+ .* \(UTC\): 1.80 % on deposits/)
    await expect(busy).toHaveCount(0)
  })

  test('from a moment on are planned in the time of the operator, and dropped as long as they have not begun', async () => {
    const { code, name } = await giveChannel()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto('/console/channels')
    await page.getByRole('link', { name }).click()
    await button(page, 'Change fees').click()
    const form = page.getByRole('dialog', { name: `Change fees for ${name}` })
    await form.getByLabel('Deposit fee').fill('2.255')
    await form.getByLabel('Withdrawal fee').fill('0.07')
    await form.getByLabel('Start', { exact: true }).selectOption({ label: 'At a set time' })
    await form.getByLabel('Start time (UTC)').fill('2001-05-04T09:30')
    await form.getByLabel('Reason').fill('The new price list.')
    await button(page, 'Save fees').click()
    await expect(form.getByLabel('Deposit fee')).toHaveAccessibleDescription(/not valid/)
    await form.getByLabel('Deposit fee').fill('2,25')
    await button(page, 'Save fees').click()
    await expect(form.getByLabel('Start time')).toHaveAccessibleDescription(/Choose a later time/)
    await form.getByLabel('Start time').fill('2031-05-04T09:30')
    await expect(form).toContainText('From 04 May 2031 09:30:00 (UTC): 2.25 % on deposits and 0.07 % on withdrawals.')
    await button(page, 'Save fees').click()
    await expect(page.getByText(/Sent for approval/)).toBeVisible()
    await agreeToAll()
    await page.reload()

    const drawer = page.getByRole('dialog', { name })
    const planned = drawer.getByRole('row', { name: /Scheduled/ })
    await expect(planned).toContainText('From 04 May 2031 09:30:00')
    await expect(drawer.getByRole('row', { name: /Current/ })).toContainText('until 04 May 2031 09:30:00')
    expect((await channelOf(code))?.fees).toMatchObject([
      { deposit_fee_bp: 225, withdraw_fee_bp: 7, valid_from: Date.UTC(2031, 4, 4, 9, 30) / 1000, state: 'future' },
      { deposit_fee_bp: 180, withdraw_fee_bp: 125, state: 'present' },
      { deposit_fee_bp: 0, withdraw_fee_bp: 0, state: 'past' },
    ])

    await planned.getByRole('button', { name: 'Cancel change' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this fee change?' })
    await expect(question).toContainText(`for all agents in ${name} who do not have their own fees`)
    await expect(button(page, 'Cancel fee change')).toBeDisabled()
    await question.getByLabel('Reason').fill('Too early.')
    await button(page, 'Cancel fee change').click()
    await expect(question).toHaveCount(0)
    await expect(planned).toHaveCount(0)
    expect((await channelOf(code))?.fees[0]).toMatchObject({ deposit_fee_bp: 180, valid_until: null })
    expectQuiet(page, /422/)
  })

  test('of a new channel count when a second admin agrees, and lower ones leave them in the history at once', async () => {
    made += 1
    const name = `Almaty ${made}`
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto('/console/channels')
    await button(page, 'New channel').click()
    const drawer = page.getByRole('dialog', { name: 'New channel' })
    await drawer.getByLabel('Name').fill(name)
    await drawer.getByLabel('Code').fill('istanbul')
    await drawer.getByLabel('Currency').fill('kzt')
    await drawer.getByLabel('Deposit fee').fill('1.5')
    await drawer.getByLabel('Withdrawal fee').fill('1')
    await drawer.getByLabel('Reason').fill('A new city.')
    await button(page, 'Create channel').click()
    await expect(drawer.getByLabel('Code')).toHaveAccessibleDescription(/already/)
    await drawer.getByLabel('Code').fill(`almaty-${made}`)
    await button(page, 'Create channel').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('A change waits for approval: Channel fees')).toBeVisible()
    const second = await stage.newDesk({ as: 'admin2' })
    await second.goto('/console/approvals?show=for_me')
    await second.getByRole('row', { name }).getByRole('link').click()
    const fees = second.getByRole('dialog').getByRole('table')
    await expect(fees.getByRole('row', { name: /Deposit fee/ })).toContainText(/0 %\s*1\.5 %/)
    await button(second, 'Approve').click()
    await button(second, 'Approve request').click()
    await expect(second.getByText(/Request \d+ completed/)).toBeVisible()
    await page.reload()
    await button(page, 'Change fees').click()
    await page.getByLabel('Deposit fee').fill('1.25')
    await page.getByLabel('Reason').fill('The first month was too dear.')
    await button(page, 'Save fees').click()
    await expect(page.getByRole('row', { name: /Current/ })).toContainText('1.25 %')
    await expect(page.getByRole('row', { name: /Past.*1\.50 %/ })).toBeVisible()
    // A preview on its way when the change is made comes too late.
    expectQuiet(page, /422/, /409.*fees\/preview/)
  })
})

test('a channel that another operator has changed meanwhile is not changed, and its current state is shown', async () => {
  const { code } = await giveChannel()
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/channels/${code}`)
  await button(page, 'Rename').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Overwritten')
  await dialog.getByLabel('Reason').fill('A typing error.')
  const other = await operatorOf(stage.world.address, 'admin')
  const version = (await channelOf(code))?.version ?? 0
  await other.call(renameChannel, { code, version, name: 'Almaty city', reason: 'There will be more.' })
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another operator has changed this')
  await button(page, 'Reload').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Almaty city' })).toBeVisible()
  await button(page, 'Rename').click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Almaty city')
  expectQuiet(page, /409/)
})

describe('a partner', () => {
  /** What is shown this once, until the operator says that it is copied. */
  async function takeLink(page: Page, title: string) {
    const dialog = page.getByRole('dialog', { name: title })
    await expect(button(page, 'Done')).toBeDisabled()
    const shown = await dialog.locator('code').allInnerTexts()
    await page.getByLabel('I copied the link').check()
    await button(page, 'Done').click()
    await expect(dialog).toHaveCount(0)
    return shown
  }

  /** What the partner sees, in its own browser. */
  async function openLink(link: string) {
    const page = await stage.newPhone()
    await page.goto(`/partner-secret${new URL(link).hash}`)
    await expect(page.getByText('It is shown only once')).toBeVisible()
    await page.getByRole('link', { name: 'Türkçe' }).click()
    await page.getByRole('link', { name: 'English' }).click()
    await button(page, 'Show the secret').click()
    await button(page, 'Copy secret').click()
    await expect(button(page, 'Copied')).toBeVisible()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    await expect(page.getByText(secret)).toBeVisible()
    await page.goto(`/partner-secret${new URL(link).hash}`)
    await button(page, 'Show the secret').click()
    await expect(page.getByText('expired or was already used')).toBeVisible()
    expectQuiet(page, /422/)
    return secret
  }

  test('calls with a key whose secret only the partner sees, once, until the key is disabled', async () => {
    const { code, name } = await givePartner()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto('/console/partners')
    await page.getByRole('link', { name }).click()
    await page.getByRole('link', { name: 'Open full page' }).click()
    await page.getByRole('link', { name: 'Keys and webhook' }).click()
    await button(page, 'Create key').click()
    const form = page.getByRole('dialog', { name: `Create API key for ${name}` })
    await form.getByLabel('Open transactions', { exact: true }).uncheck()
    await form.getByLabel(/^IP allowlist/).fill('127.0.0.1/8')
    await form.getByLabel('Reason').fill('They begin on Monday.')
    await button(page, 'Create key').click()
    await expect(form.getByLabel(/^IP allowlist/)).toHaveAccessibleDescription(/Write 127\.0\.0\.0\/8/)
    await form.getByLabel(/^IP allowlist/).fill(' 127.0.0.0/8 \n\n::1/128')
    await button(page, 'Create key').click()

    const dialog = page.getByRole('dialog', { name: 'Link to the new API key' })
    await expect(dialog).toContainText('Do not open it')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    // Back is pressed again at the moment when the entry of the closed form is taken off the history.
    await page.evaluate(() => {
      const goBack = history.back.bind(history)
      history.back = () => history.go(-2)
      addEventListener('popstate', () => Object.assign(history, { back: goBack }), { once: true })
    })
    for (const _press of ['during', 'after']) {
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`/partners/${code}\\?tab=access$`))
      await expect(dialog).toBeVisible()
    }
    await button(page, 'Copy link').click()
    const [id = '', link = ''] = await takeLink(page, 'Link to the new API key')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)

    await page.goto(`/console/partners/${code}?tab=access`)
    const row = page.getByRole('row', { name: id })
    await expect(row).toContainText('Not active yet')
    await expect(row).toContainText('Link not opened, expires')
    await expect(row.getByRole('button', { name: 'Request approval' })).toHaveCount(0)
    const text = await openLink(link)
    const { call } = signingClient(stage.world, { id, secret: text })
    expect((await call(listTransactions, {})).status).toBe(401)
    await page.reload()
    await expect(row).toContainText('Opened from 127.0.0.1')
    await row.getByRole('button', { name: 'Request approval' }).click()
    await page.getByLabel('Reason').fill('They called: they have it.')
    await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click()
    await expect(page.getByText(/Sent for approval/)).toBeVisible()
    await agreeToAll()
    expect((await call(listTransactions, {})).status).toBe(200)
    await page.reload()
    await expect(row).toContainText('Active')
    await expect(row).toContainText('Read transactions')
    await expect(row).toContainText(/127\.0\.0\.0\/8\s*::1\/128/)
    await expect(page.getByText(text)).toHaveCount(0)

    await row.getByRole('button', { name: 'Change IP allowlist' }).click()
    await expect(page.getByLabel(/^IP allowlist/)).toHaveValue('127.0.0.0/8\n::1/128')
    await page.getByLabel(/^IP allowlist/).fill('203.0.113.0/24')
    await page.getByLabel('Reason').fill('They moved to another office.')
    await button(page, 'Change IP allowlist').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toContainText('127.0.0.0/8')
    await agreeToAll()
    await page.reload()
    await expect(row).toContainText('203.0.113.0/24')
    expect((await call(listTransactions, {})).status).toBe(403)

    await row.getByRole('button', { name: 'Disable key' }).click()
    await page.getByLabel('When').selectOption('In 7 days')
    await page.getByLabel('Reason').fill('They have a newer one.')
    await button(page, 'Disable key').click()
    await expect(row).toContainText('Expires')

    await row.getByRole('button', { name: 'Disable key' }).click()
    await expect(page.getByText('This is the only active key')).toBeVisible()
    await page.getByLabel('Reason').fill('Its secret was in a letter.')
    await button(page, 'Disable key').click()
    await expect(row).toContainText('Disabled')
    expect((await call(listTransactions, {})).status).toBe(401)
    await expect(row.getByRole('button')).toHaveCount(0)
    expectQuiet(page, /422/)
  })

  test('gets webhooks at a valid address, with a new secret each time that only the partner sees, and can have them switched off', async () => {
    const { code } = await givePartner()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/partners/${code}?tab=access`)
    const webhook = page.getByRole('region', { name: 'Webhook', exact: true })
    await expect(webhook.getByText('No address')).toBeVisible()
    await button(page, 'Set address').click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill('ftp://partner.example/hook')
    await form.getByLabel('Reason').fill('Their new server.')
    await button(page, 'Set address').click()
    await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/must start with https/)
    await expect(form.getByLabel('Address')).toBeFocused()
    await form.getByLabel('Address').fill('https://partner.example/hook')
    await button(page, 'Set address').click()
    const [first = ''] = await takeLink(page, 'Link to the new webhook secret')
    await expect(page.getByText('A change waits for approval: Partner webhook address (Webhook address)')).toBeVisible()
    await agreeToAll()
    await page.reload()
    await expect(webhook.getByText('https://partner.example/hook')).toBeVisible()

    await button(page, 'Rotate secret').click()
    await page.getByLabel('Reason').fill('Once a year.')
    await button(page, 'Rotate secret').click()
    const [second = ''] = await takeLink(page, 'Link to the new webhook secret')
    expect(second).not.toBe(first)
    await expect(webhook).toContainText('Link not opened')
    expect(await openLink(second)).toMatch(/^whsec_/)

    await webhook.getByRole('button', { name: 'Disable webhook' }).click()
    await page.getByLabel('Reason').fill('They move.')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click()
    await expect(webhook.getByText('Disabled', { exact: true })).toBeVisible()
    expect((await partnerOf(code))?.webhook).toMatchObject({ is_enabled: false, url: 'https://partner.example/hook' })
    expectQuiet(page, /422/)
  })

  test('has withdrawal limits, which one admin lowers and two raise', async () => {
    const { code } = await givePartner()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/partners/${code}?tab=terms`)
    const row = page.getByRole('region', { name: 'Withdrawal limits' }).getByRole('row', { name: /^UZS/ })
    await expect(row).toContainText('1,000,000,000.00')
    const change = async (sum: string) => {
      await row.getByRole('button', { name: 'Change limits' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Open at the same time').fill(sum)
      await form.getByLabel('Reason').fill('As agreed.')
      await form.getByRole('button', { name: 'Change limits' }).click()
      await expect(form).toHaveCount(0)
    }
    await change('5000')
    await expect(row).toContainText('5,000.00')
    await change('6000')
    await expect(page.getByText(/Sent for approval/)).toBeVisible()
    await expect(row).toContainText('5,000.00')
    await agreeToAll()
    await page.reload()
    await expect(row).toContainText('6,000.00')
    expectQuiet(page)
  })

  test('has a position with its cover and tariff, a chart, and a daily statement to take away', async () => {
    const partner = await openPartner(stage.world)
    const agent = await stage.world.logIn('approved')
    const opened = await partner.call(createTransaction, newTransaction({ amount: '300.00' }))
    const { type, transaction_id, amount } = opened.payload.transaction
    await stage.world.confirm(agent, { type, transaction_id, amount })
    await partner.call(createTransaction, newTransaction({ type: 'withdraw', amount: '120.00' }))
    await countPositions(stage.world, partner.partnerId)

    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/partners/${partner.code}`)
    const section = page.getByRole('region', { name: 'Position' })
    const row = section.getByRole('listitem').filter({ hasText: 'UZS' })
    await expect(row).toContainText('300.00')
    await expect(row).toContainText('120.00')
    await expect(section.getByText(/^No limit for .*UZS/)).toBeVisible()
    await expect(section.getByText('The partner can open withdrawals without cover. Set a limit.')).toBeVisible()
    const change = async (limit: string) => {
      await row.getByRole('button', { name: 'Change cover' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Limit below zero').fill(limit)
      await form.getByLabel('Warning level').fill('500')
      await form.getByLabel('Reason').fill('As agreed.')
      await form.getByRole('button', { name: 'Change cover' }).click()
      await expect(form).toHaveCount(0)
    }
    await change('1000')
    await expect(row).toContainText('1,180.00')
    await change('200')
    await expect(row).toContainText('380.00')
    await expect(row).toContainText('Low')
    await change('2000')
    await expect(page.getByText(/Sent for approval/)).toBeVisible()
    await agreeToAll()
    await page.reload()
    await expect(row).toContainText('2,180.00')

    await page.getByRole('link', { name: 'Terms and limits' }).click()
    const tariff = page.getByRole('region', { name: 'Tariff', exact: true })
    await tariff.getByRole('button', { name: 'Change tariff UZS' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Percent of a deposit').fill('1.5')
    await form.getByLabel('Fixed amount per deposit').fill('0.50')
    await form.getByLabel('Reason').fill('As agreed.')
    await form.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(form).toHaveCount(0)
    await agreeToAll()
    await page.reload()
    const tariffs = tariff.getByRole('table', { name: 'Tariff' })
    await expect(tariffs).toContainText('1.50 % + 0.50')

    await tariff.getByRole('button', { name: 'Change tariff UZS' }).click()
    await form.getByLabel('Percent of a deposit').fill('3')
    await form.getByLabel('Start', { exact: true }).selectOption('At a set time')
    await form.getByLabel('Reason').fill('As agreed.')
    await form.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(form).toHaveCount(0)
    await agreeToAll()
    await page.reload()
    const planned = tariffs.getByRole('row', { name: /3\.00 % \+ 0\.50/ })
    await planned.getByRole('button', { name: 'Cancel change' }).click()
    await expect(form).toContainText('goes on paying 1.50 % + 0.50 for a deposit')
    await form.getByLabel('Reason').fill('Not agreed after all.')
    await form.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(form).toHaveCount(0)
    await agreeToAll()
    await page.reload()
    await expect(tariffs.getByRole('row', { name: /1\.50 % \+ 0\.50/ })).toHaveCount(2)
    await expect(planned).toHaveCount(0)

    await page.getByRole('link', { name: 'Position' }).click()
    const statement = page.getByRole('region', { name: 'Daily statement' }).first()
    await statement.getByRole('radio', { name: 'UZS' }).check()
    const days = statement.getByRole('table', { name: 'Daily statement' })
    await expect(days.getByRole('row')).toHaveCount(2)
    await expect(days).toContainText('300.00')
    await statement.getByRole('button', { name: /this list as a file/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PDF, to print' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^cashbox-position-days-.*\.pdf$/)
    expectQuiet(page)
  })

  test('has times that are typed in minutes, hours and days, and is switched off after a question', async () => {
    const { code, name } = await givePartner()
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/partners/${code}?tab=terms`)
    await button(page, 'Change terms').click()
    const form = page.getByRole('dialog')
    const lifetime = form.getByLabel('Transactions expire after', { exact: true })
    await expect(lifetime).toHaveValue('1')
    await lifetime.fill('1.5')
    await form.getByLabel('Unit for “Transactions expire after”').selectOption('hours')
    await form.getByLabel('Maximum expiry', { exact: true }).fill('80')
    await form.getByLabel('Unit for “Maximum expiry”').selectOption('minutes')
    await form.getByLabel('Reversal window', { exact: true }).fill('0')
    await form.getByLabel('Reason').fill('As in the contract.')
    await button(page, 'Save terms').click()
    await expect(form.getByLabel('Maximum expiry', { exact: true })).toHaveAccessibleDescription(/not valid/)
    await form.getByLabel('Maximum expiry', { exact: true }).fill('120')
    await button(page, 'Save terms').click()
    await expect(page.getByText('90 minutes')).toBeVisible()
    await expect(page.getByText('2 hours')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^Never$/ })).toBeVisible()
    const times = { lifetime_s: 5400, max_lifetime_s: 7200, reversal_window_s: 0 }
    expect(await partnerOf(code)).toMatchObject({ ...times, is_enabled: true })

    await button(page, 'Disable partner').click()
    const question = page.getByRole('dialog', { name: `Disable ${name}?` })
    await question.getByLabel('Reason').fill('They have not paid.')
    await question.getByRole('button', { name: 'Disable partner' }).click()
    await expect(page.getByText('This partner is disabled')).toBeVisible()
    expect(await partnerOf(code)).toMatchObject({ ...times, is_enabled: false })
    expectQuiet(page, /422/)
  })
})

test('operators who are not admins see channels and partners, and nothing that would change them', async () => {
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/channels/istanbul')
  await expect(page.getByRole('table', { name: 'Fee history' })).toContainText('1.80 %')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Partners' }).click()
  await page.getByRole('link', { name: 'Sandbox player service' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button')).toHaveText([''])
  await expect(drawer.getByRole('link', { name: 'View transactions of this partner' })).toHaveAttribute(
    'href',
    '/console/transactions?partner=sandbox',
  )
  await expect(button(page, 'New partner')).toHaveCount(0)
  await drawer.getByRole('link', { name: 'Open full page' }).click()
  await page.getByRole('link', { name: 'Keys and webhook' }).click()
  await expect(page.getByRole('table', { name: 'All API keys' })).toContainText('Active')
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Send test event'])
  expectQuiet(page)
})
