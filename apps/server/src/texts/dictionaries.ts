import { defaultLanguage, type getDictionaries, type Language, languages, type OutputOf } from '@cashbox/contract'
import { choiceKinds } from '@cashbox/contract/operator'
import { col, type Queryable, query } from '@cashbox/postgres/database'
import { countries } from 'countries-list'

type Offer = Awaited<ReturnType<typeof readOffer>>
type Dictionaries = OutputOf<typeof getDictionaries>

/** Without what operators may change at any time. */
type CachedDictionaries = ReturnType<typeof dictionariesIn>

interface Country {
  readonly code: string
  /** "+998"; null where there is none. */
  readonly phoneCode: string | null
}

// Time zone offsets change twice a year.
const CACHE_MS = 60 * 60 * 1000

export const countryList: readonly Country[] = Object.entries(countries).map(([code, { phone }]) => ({
  code,
  phoneCode: phone[0] ? `+${phone[0]}` : null,
}))

const countryCodes = new Set(countryList.map(({ code }) => code))

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

const currentName = (zone: string) => renamedZones[zone] ?? zone

/** Every zone this runtime knows, and UTC, which its own list leaves out. */
const timezoneList: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)])]

const timezones = new Set(timezoneList)

/** CachedDictionaries and sorted in the reader's language; made once an hour for each. */
export function createDictionaries(publicUrl: string) {
  const cache = new Map<Language, { at: number; dictionaries: CachedDictionaries }>()
  return (language: Language, now: Date): CachedDictionaries => {
    const cached = cache.get(language)
    if (cached && now.getTime() - cached.at < CACHE_MS) return cached.dictionaries
    const dictionaries = dictionariesIn(language, publicUrl, now)
    cache.set(language, { at: now.getTime(), dictionaries })
    return dictionaries
  }
}

export const withOffer = (named: CachedDictionaries, offer: Offer): Dictionaries => ({
  ...named,
  countries: named.countries.map((one) => ({ ...one, is_offered: offer.isCountryOffered(one.code) })),
  messengers: named.messengers.map((one) => ({ ...one, is_offered: offer.isMessengerOffered(one.code) })),
})

const dictionariesIn = (language: Language, publicUrl: string, now: Date) => ({
  countries: countriesIn(language),
  languages: languages.map((code) => ({
    code,
    name: ownName(code),
    image: `${publicUrl}/images/languages/${code}.svg`,
  })),
  messengers: messengerList.map(({ code, name }) => ({
    code,
    name,
    image: `${publicUrl}/images/messengers/${code}.svg`,
  })),
  timezones: timezoneList.map((zone) => ({ zone, name: `(${offsetOf(zone, now)}) ${zone.replaceAll('_', ' ')}` })),
})

function countriesIn(language: Language) {
  const names = new Intl.DisplayNames([language, defaultLanguage], { type: 'region' })
  return countryList
    .map(({ code, phoneCode }) => ({ code, name: names.of(code) ?? code, phone_code: phoneCode }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
}

/** In the language itself, so that its speakers can find it. */
function ownName(code: Language): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** "UTC+05:00" */
function offsetOf(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? ''
  return `UTC${offset === '' ? '+00:00' : offset}`
}

/** The zone's current name; null when it is unknown. Browsers still send old names. */
export const findTimezone = (zone: string): string | null =>
  timezones.has(currentName(zone)) ? currentName(zone) : null

/** New agents may choose everything that no operator has withheld. */
export async function readOffer(db: Queryable) {
  const rows = await query(db, { kind: col.oneOf(...choiceKinds), code: col.text })`
    select kind, code from withheld_choice`
  const withheld = new Set(rows.map(({ kind, code }) => `${kind} ${code}`))
  return {
    isCountryOffered: (code: string) => countryCodes.has(code) && !withheld.has(`country ${code}`),
    isMessengerOffered: (code: string) => messengerCodes.has(code) && !withheld.has(`messenger ${code}`),
  }
}
