import { countries } from 'countries-list'

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

/** The ways an agent and their manager write to each other, each in the colour of its brand. */
export const messengerList = [
  { code: 'telegram', name: 'Telegram', colour: '#26A5E4' },
  { code: 'whatsapp', name: 'WhatsApp', colour: '#25D366' },
  { code: 'viber', name: 'Viber', colour: '#7360F2' },
  { code: 'signal', name: 'Signal', colour: '#3B45FD' },
  { code: 'messenger', name: 'Messenger', colour: '#0866FF' },
  { code: 'line', name: 'LINE', colour: '#00C300' },
  { code: 'wechat', name: 'WeChat', colour: '#07C160' },
] as const

const messengerCodes = new Set<string>(messengerList.map(({ code }) => code))
export const isMessenger = (code: string) => messengerCodes.has(code)

/** Zones that the runtime's list still has under their old names. */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  // What browsers call UTC.
  'Etc/UTC': 'UTC',
  'Etc/GMT': 'UTC',
  GMT: 'UTC',
}

const today = (zone: string) => renamedZones[zone] ?? zone

/** Every zone this runtime knows, and UTC, which its own list leaves out. */
export const timezoneList: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(today)])]

const timezones = new Set(timezoneList)

/** The zone's name on the list; null for what is no zone. Browsers still send old names. */
export const findTimezone = (zone: string): string | null => (timezones.has(today(zone)) ? today(zone) : null)
