import { countries } from 'countries-list'
import { siLine, siMessenger, siSignal, siTelegram, siViber, siWechat, siWhatsapp } from 'simple-icons'

export interface Country {
  readonly code: string
  /** "+998"; null where there is none. */
  readonly phoneCode: string | null
}

export const countryList: readonly Country[] = Object.entries(countries).map(([code, { phone }]) => ({
  code,
  phoneCode: phone[0] ? `+${phone[0]}` : null,
}))

const countryCodes = new Set(countryList.map(({ code }) => code))
export const isCountry = (code: string) => countryCodes.has(code)

/** The ways an agent and their manager write to each other. */
export const messengerList = [
  { code: 'telegram', name: 'Telegram', icon: siTelegram },
  { code: 'whatsapp', name: 'WhatsApp', icon: siWhatsapp },
  { code: 'viber', name: 'Viber', icon: siViber },
  { code: 'signal', name: 'Signal', icon: siSignal },
  { code: 'messenger', name: 'Messenger', icon: siMessenger },
  { code: 'line', name: 'LINE', icon: siLine },
  { code: 'wechat', name: 'WeChat', icon: siWechat },
] as const

const messengerCodes = new Set<string>(messengerList.map(({ code }) => code))
export const isMessenger = (code: string) => messengerCodes.has(code)

/** Every zone this runtime knows, and UTC, which its own list leaves out. */
export const timezoneList: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const timezones = new Set(timezoneList)

/** Takes new names that the list still has under their old ones (Asia/Kolkata, Europe/Kyiv). */
export function isTimezone(zone: string): boolean {
  if (timezones.has(zone)) return true
  if (!/^[A-Za-z]+\/[A-Za-z_/+-]+$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
