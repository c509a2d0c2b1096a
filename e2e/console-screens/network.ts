import {
  createPartner,
  disablePartnerKey,
  listChannels,
  listPartners,
  type Partner,
  setChannelFees,
  setPartnerWebhook,
} from '@cashbox/contract/operator'
import type { OperatorClient } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

const reason = 'As agreed with the network.'
const NEW_YEAR_2031 = Date.UTC(2031, 0, 1) / 1000

/** A channel with fees that were, are and will be. */
const planFees = async ({ asOperator, agree }: Props) => {
  const admin = await asOperator('admin')
  const { list } = (await admin.call(listChannels, {})).payload
  const channel = list.find(({ code }) => code === 'istanbul')
  if (!channel || channel.fees.length > 1) return
  const { code, version } = channel
  await admin.call(setChannelFees, { code, version, deposit_fee_bp: 170, withdraw_fee_bp: 125, reason })
  const planned = { deposit_fee_bp: 210, withdraw_fee_bp: 150, valid_from: NEW_YEAR_2031 }
  await agree(await admin.call(setChannelFees, { code, version: version + 1, ...planned, reason }))
}

const code = 'playhouse'

async function partnerOf(admin: OperatorClient): Promise<Partner> {
  const { list } = (await admin.call(listPartners, {})).payload
  const found = list.find((partner) => partner.code === code)
  return found ?? (await admin.call(createPartner, { code, name: 'Playhouse', reason })).payload.partner
}

/** A partner with webhooks, one live key and room for another. */
const givePartner = async ({ asOperator, agree, makePartnerKey }: Props) => {
  const admin = await asOperator('admin')
  let partner = await partnerOf(admin)
  const change = () => ({ code, version: partner.version, reason })
  if (partner.webhook.url === null) {
    const url = 'https://playhouse.example/cashbox/webhook'
    await agree(await admin.call(setPartnerWebhook, { ...change(), url }))
    partner = await partnerOf(admin)
  }
  const [first, ...others] = partner.keys.filter(({ disabled_at }) => disabled_at === null)
  for (const { id } of others) {
    partner = (await admin.call(disablePartnerKey, { ...change(), key_id: id })).payload.partner
  }
  if (first) return
  const address_ranges = ['198.51.100.0/24']
  await makePartnerKey(admin, { ...change(), permissions: ['read', 'create'], address_ranges })
}

const planLater = async (page: Page) => {
  await press('Change fees')(page)
  await page.getByLabel('Start', { exact: true }).selectOption('later')
  await page.getByLabel(/^Start time/).fill('2030-06-01T00:00')
}

const makeKey = async (page: Page) => {
  await press('Create key')(page)
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog', { name: 'Link to the new API key' }).waitFor()
}

const sendTest = async (page: Page) => {
  await page.getByRole('button', { name: 'Send test event' }).click()
  const result = page.getByRole('status', { name: 'Test event' })
  await result.waitFor()
  await result.scrollIntoViewIfNeeded()
}

/** Events of the sandbox's partner that wait: no worker sends them here. */
const tell = async ({ confirmDeposit }: Props) => {
  await confirmDeposit('2500.00')
}

const log = { path: '/console/partners/sandbox/events', operator: 'support', before: tell } as const
const channel = { path: '/console/channels/istanbul', operator: 'admin', before: planFees } as const
const partner = { path: `/console/partners/${code}`, operator: 'admin', before: givePartner } as const
const access = { ...partner, path: `${partner.path}?tab=access` } as const

export const networkScreens: readonly Screen[] = [
  { ...channel, name: 'console-channels', path: '/console/channels' },
  { ...channel, name: 'console-channel', path: '/console/channels?search=istanbul', act: openFirstRow },
  { ...channel, name: 'console-channel-page' },
  { ...channel, name: 'console-channel-fees', act: planLater },
  { ...channel, name: 'console-channel-drop', act: press('Cancel change') },
  { ...channel, name: 'console-new-channel', path: '/console/channels', act: press('New channel') },
  { ...partner, name: 'console-partners', path: '/console/partners' },
  { ...partner, name: 'console-partner', path: '/console/partners?search=playhouse', act: openFirstRow },
  { ...partner, name: 'console-partner-page' },
  { ...partner, name: 'console-partner-settlement', path: `${partner.path}?tab=settlement` },
  { ...partner, name: 'console-partner-limits', path: `${partner.path}?tab=terms` },
  { ...access, name: 'console-partner-access' },
  { ...partner, name: 'console-partner-seen', operator: 'support' },
  { ...log, name: 'console-partner-events' },
  { ...log, name: 'console-partner-event', act: openFirstRow },
  { name: 'console-partner-test', path: '/console/partners/sandbox?tab=access', operator: 'admin', act: sendTest },
  { ...partner, name: 'console-partner-terms', act: press('Change terms') },
  { ...access, name: 'console-partner-key', act: press('Create key') },
  { ...access, name: 'console-partner-key-end', act: press('Disable key') },
  { ...access, name: 'console-partner-webhook', act: press('Set address') },
  { ...partner, name: 'console-partner-off', act: press('Disable partner') },
  { ...partner, name: 'console-new-partner', path: '/console/partners', act: press('New partner') },
  { ...access, name: 'console-partner-secret', act: makeKey },
]
