import type {
  register as call,
  ParsedInputOf,
  requestPoint,
  SignIn,
  verifyEmail as verifyEmailCall,
} from '@cashbox/contract'
import { breaks, type Queryable, type Tx } from '@cashbox/postgres/database'
import { hashPassword } from '../../access/passwords.ts'
import type { Caller } from '../../platform/http/read-headers.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { invalidFields, type Reason } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { readOffer } from '../../texts/dictionaries.ts'
import { saveAgreedTerms } from '../../texts/terms-of-use.ts'
import { firstChannel, openAgent } from '../open-agent.ts'
import { findByAddress, noteVerified, openPerson } from '../person.ts'
import { signIn } from './log-in.ts'
import { mailLink, useLink } from './mail-link.ts'

type RegisterInput = ParsedInputOf<typeof call>

/** Metres around the point taken at sign-up, until an operator sets another. */
const INITIAL_AREA_M = 300

/** The answer is the same whether or not the address is known; only the e-mail differs. */
export async function register(services: Services, input: RegisterInput, caller: Caller): Promise<void> {
  const { db, captcha, limits } = services
  await limits.spend('signup-address', caller.ip)
  await captcha.check('signup', input, caller.ip)
  await limits.spend('signup-account', input.email)
  const phone = await checkFields(db, input)
  const passwordHash = await hashPassword(input.password)
  try {
    await db.transaction((tx) => createAgent(services, tx, { ...input, phone, passwordHash }, caller))
  } catch (error) {
    // Two sign-ups with one address at the same moment: the second gets an e-mail as well.
    if (!breaks(error, 'person_email_is_one')) throw error
    await db.transaction((tx) => mailOwner(services, tx, input.email, caller))
  }
}

/** The link was in the mailbox of the agent, so it proves the address and signs them in. */
export async function verifyEmail(
  services: Services,
  input: ParsedInputOf<typeof verifyEmailCall>,
  caller: Caller,
): Promise<SignIn> {
  const { db, clock, limits } = services
  await limits.spend('link-address', caller.ip)
  return db.transaction(async (tx) => {
    const personId = await useLink(tx, clock, 'verify-email', input.hash)
    await noteVerified(tx, personId, clock.now())
    return signIn(services, tx, personId, true, caller, input)
  })
}

async function createAgent(
  services: Services,
  tx: Tx,
  input: RegisterInput & { passwordHash: string; phone: string },
  { language }: Caller,
) {
  const at = services.clock.now()
  // Before the search for the address, so that a refusal says nothing about it.
  const termsVersion = await saveAgreedTerms(tx, { version: input.terms_version, language, at })
  if (await findByAddress(tx, input.email)) return mailOwner(services, tx, input.email, { language })
  const { email, passwordHash } = input
  const ownerId = await openPerson(tx, { email, isDemo: false, emailVerifiedAt: null, passwordHash, language, at })
  await applyForPoint(tx, input, { ownerId, termsVersion, at })
  await mailLink(tx, services, 'verify-email', { personId: ownerId, email, name: null, language })
}

type NewPoint = Omit<ParsedInputOf<typeof requestPoint>, 'terms_version'>

interface Applied {
  readonly ownerId: string
  readonly termsVersion: string
  readonly at: Date
}

export async function applyForPoint(tx: Tx, input: NewPoint, { ownerId, termsVersion, at }: Applied) {
  const channel = await firstChannel(tx, { isDemo: false })
  return openAgent(tx, {
    ownerId,
    channelId: channel.id,
    currencyCode: channel.currencyCode,
    status: 'pending',
    isDemo: false,
    firstName: input.first_name,
    lastName: input.last_name,
    phone: input.phone,
    messenger: input.messenger,
    messengerId: input.messenger_id,
    countryCode: input.country_code,
    city: input.city,
    street: input.street,
    ...(input.geo_lat && input.geo_lon ? { geo: { lat: Number(input.geo_lat), lon: Number(input.geo_lon) } } : {}),
    geoArea: INITIAL_AREA_M,
    termsVersion,
    at,
  })
}

async function mailOwner(services: Services, tx: Tx, email: string, { language }: Pick<Caller, 'language'>) {
  const owner = await findByAddress(tx, email)
  await enqueueMail(tx, services, {
    to: email,
    language,
    template: 'already_registered',
    name: owner?.is_verified ? owner.first_name : null,
    link: `${services.config.publicUrl}/auth/login`,
  })
}

async function checkFields(db: Queryable, input: RegisterInput): Promise<string> {
  const fields = await checkContact(db, input)
  const phone = await toE164(input.phone, input.country_code)
  if (phone === null) fields['phone'] = [{ code: 'phone_invalid' }]
  Object.assign(fields, checkNewPassword(input))
  if (phone === null || Object.keys(fields).length > 0) throw invalidFields(fields)
  return phone
}

/** The printed rule is the whole rule, and the contract checks it. */
export const checkNewPassword = ({
  password,
  password_confirmation,
}: Pick<RegisterInput, 'password' | 'password_confirmation'>): Record<string, Reason[]> =>
  password === password_confirmation ? {} : { password_confirmation: [{ code: 'password_mismatch' }] }

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
  // Loaded on first use: the numbering plans of all countries are large.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const number = parsePhoneNumberFromString(phone, countryCode as never)
  return number?.isValid() ? number.number : null
}
