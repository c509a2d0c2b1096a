import type { Queryable } from '../../platform/database/database.ts'
import type { Reason } from '../../platform/refusal.ts'
import { readOffer } from '../../texts/withheld-choices.ts'

/** What is wrong with the country and the messenger, field by field. */
export async function checkContact(
  db: Queryable,
  input: { country_code: string; messenger: string },
): Promise<Record<string, Reason[]>> {
  const offer = await readOffer(db)
  return {
    ...(offer.isCountryOffered(input.country_code) ? {} : { country_code: [{ code: 'country_unknown' }] }),
    ...(offer.isMessengerOffered(input.messenger) ? {} : { messenger: [{ code: 'messenger_unknown' }] }),
  }
}

/** "90 123 45 67" in UZ → "+998901234567"; null when no such number can exist there. */
export async function toE164(phone: string, countryCode: string): Promise<string | null> {
  // The plans of all countries are large, and only a sign-up needs them.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const number = parsePhoneNumberFromString(phone, countryCode as never)
  return number?.isValid() ? number.number : null
}
