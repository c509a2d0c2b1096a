import { defaultLanguage, type Language, localeOf } from '@cashbox/contract'
import type { Choice } from '@cashbox/contract/operator'
import { countryList, messengerList } from '../../../domain/agents/places.ts'
import { readOffer } from '../../../domain/agents/withheld-choices.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SettingServices } from './services.ts'

/** What sign-up can offer, with the names of countries in the reader's language. */
export async function readChoices(db: Queryable, language: Language = defaultLanguage): Promise<Choice[]> {
  const offer = await readOffer(db)
  const countryNames = new Intl.DisplayNames([localeOf(language)], { type: 'region' })
  return [
    ...messengerList.map(({ code, name }) => ({
      kind: 'messenger' as const,
      code,
      name,
      is_offered: offer.isMessengerOffered(code),
    })),
    ...countryList.map(({ code }) => ({
      kind: 'country' as const,
      code,
      name: countryNames.of(code) ?? code,
      is_offered: offer.isCountryOffered(code),
    })),
  ]
}

export const listChoices = async ({ db }: SettingServices, language: Language) => ({
  list: await readChoices(db, language),
})
