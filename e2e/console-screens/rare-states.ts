import * as api from '@cashbox/contract/operator'
import { agree, withdrawAs } from '@cashbox/testing/agree'
import { operatorOf } from '@cashbox/testing/operator-client'

const reason = 'As agreed with the network.'
const NEW_YEAR_2031 = Date.UTC(2031, 0, 1) / 1000

/** Planned fees, a limit per player, and a partner, an operator, alerts and the app that are off. */
export async function makeRareStates(address: string) {
  const admin = await operatorOf(address, 'admin')
  const agreed = (asked: Parameters<typeof agree>[1]) => agree(address, asked)

  const channel = (await admin.call(api.listChannels, {})).payload.list.find(({ code }) => code === 'istanbul')
  const fees = { deposit_fee_bp: 210, withdraw_fee_bp: 150, valid_from: NEW_YEAR_2031 }
  await agreed(
    await admin.call(api.setChannelFees, { code: 'istanbul', version: channel?.version ?? 0, ...fees, reason }),
  )
  await admin.call(api.setPlayerLimit, {
    channel: null,
    partner: null,
    currency_code: 'UZS',
    type: 'deposit',
    max_amount: '5000000.00',
    max_per_day: null,
    max_per_week: null,
    max_per_month: null,
    version: 0,
    reason,
  })

  await turnPartnerOff(admin, agreed)
  await turnDestinationsOff(admin, agreed)

  const text = { language: 'ru', key: 'common.refresh', version: 0, text: 'Освежить' } as const
  await agreed(await admin.call(api.setText, text))
  const { list } = (await admin.call(api.listOperators, {})).payload
  const risk = list.find(({ email }) => email.startsWith('risk@'))
  await admin.call(api.changeOperator, { operator_id: risk?.id ?? '', version: risk?.version ?? 0, is_disabled: true })
  const { version } = (await admin.call(api.readConsoleSettings, {})).payload
  const off = { is_off_maintenance: false, is_demo_offered: false }
  await admin.call(api.changeConsoleSettings, { version, reason, ...off })
}

type Admin = Awaited<ReturnType<typeof operatorOf>>
type Agreed = (asked: Parameters<typeof agree>[1]) => Promise<unknown>

async function turnPartnerOff(admin: Admin, agreed: Agreed) {
  const code = 'playhouse'
  await admin.call(api.createPartner, { code, name: 'Playhouse', reason })
  const change = async () => {
    const { list } = (await admin.call(api.listPartners, {})).payload
    return { code, version: list.find((partner) => partner.code === code)?.version ?? 0, reason }
  }
  const url = 'https://playhouse.example/cashbox/webhook'
  await agreed(await admin.call(api.setPartnerWebhook, { ...(await change()), url }))
  const none = { deposit_fee_fixed: '0.00', withdraw_fee_fixed: '0.00' }
  const tariff = { deposit_fee_bp: 50, withdraw_fee_bp: 50, ...none, currency_code: 'UZS' }
  await agreed(await admin.call(api.setPartnerFees, { ...(await change()), ...tariff }))
  const later = { ...tariff, deposit_fee_bp: 75, valid_from: NEW_YEAR_2031 }
  await agreed(await admin.call(api.setPartnerFees, { ...(await change()), ...later }))
  await admin.call(api.changePartner, { ...(await change()), is_webhook_enabled: false })
  await admin.call(api.changePartner, { ...(await change()), is_enabled: false })
}

/** One that was never approved, and one that is switched off. */
async function turnDestinationsOff(admin: Admin, agreed: Agreed) {
  const email = { kind: 'email', language: 'en', alert_kinds: null, min_severity: 'warning', reason } as const
  const asked = await admin.call(api.addAlertDestination, {
    ...email,
    name: 'Night shift',
    target: 'night@example.com',
  })
  if (asked.payload.request) await withdrawAs(admin, asked.payload.request)
  const added = await admin.call(api.addAlertDestination, { ...email, name: 'Office', target: 'office@example.com' })
  await agreed(added)
  const { list } = (await admin.call(api.listAlertDestinations, {})).payload
  const office = list.find(({ name }) => name === 'Office')
  const off = { destination_id: office?.id ?? '', version: office?.version ?? 0, is_enabled: false, reason }
  await agreed(await admin.call(api.changeAlertDestination, off))
}
