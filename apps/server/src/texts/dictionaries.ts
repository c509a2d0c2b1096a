import { defaultLanguage, type getDictionaries, type Language, languages, type OutputOf } from '@cashbox/contract'
import { countryList, messengerList, timezoneList } from './places.ts'
import type { Offer } from './withheld-choices.ts'

type Dictionaries = OutputOf<typeof getDictionaries>
/** Without what operators may change at any time. */
type Named = ReturnType<typeof dictionariesIn>

// Offsets of time zones change twice a year.
const KEEP_MS = 60 * 60 * 1000

/** Named and sorted in the reader's language; made once an hour for each. */
export function createDictionaries(publicUrl: string) {
  const made = new Map<Language, { at: number; dictionaries: Named }>()
  return (language: Language, now: Date): Named => {
    const kept = made.get(language)
    if (kept && now.getTime() - kept.at < KEEP_MS) return kept.dictionaries
    const dictionaries = dictionariesIn(language, publicUrl, now)
    made.set(language, { at: now.getTime(), dictionaries })
    return dictionaries
  }
}

/** Says of each country and messenger whether it can be chosen at sign-up. */
export const withOffer = (named: Named, offer: Offer): Dictionaries => ({
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

/** Each language is named in itself, so that its speakers can find it. */
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
