import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isCountry, isMessenger } from '../../agents/places.ts'
import type { Reason } from '../../platform/refusal.ts'

/** What is wrong with the country and the messenger, field by field. */
export const checkContact = (input: { country_code: string; messenger: string }): Record<string, Reason[]> => ({
  ...(isCountry(input.country_code) ? {} : { country_code: [{ code: 'country_unknown' }] }),
  ...(isMessenger(input.messenger) ? {} : { messenger: [{ code: 'messenger_unknown' }] }),
})

/** "90 123 45 67" in UZ → "+998901234567"; null when no such number can exist there. */
export function toE164(phone: string, countryCode: string): string | null {
  const number = parsePhoneNumberFromString(phone, countryCode as never)
  return number?.isValid() ? number.number : null
}
