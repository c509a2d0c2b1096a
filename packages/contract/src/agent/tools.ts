import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'

/** False if not offered at sign-up. Still listed, because agents who chose it earlier keep it. */
const offer = { is_offered: z.boolean() }
export const Country = z.object({ code: z.string(), name: z.string(), phone_code: z.nullable(z.string()), ...offer })
export const Messenger = z.object({ code: z.string(), name: z.string(), image: z.string(), ...offer })
export const LanguageItem = z.object({ code: z.string(), name: z.string(), image: z.string() })
export const Timezone = z.object({ zone: z.string(), name: z.string() })

/** Settings that anyone may see; the console edits them. */
export const Settings = z.object({
  is_off_maintenance: z.boolean(),
  is_demo_offered: z.boolean(),
  telegram_link: z.nullable(z.string()),
  partner_name: z.string(),
  brand_color: z.string(),
  currentTimezone: z.string(),
})
export type Settings = z.infer<typeof Settings>

export const captchaActions = ['login', 'signup', 'demo'] as const
export type CaptchaAction = (typeof captchaActions)[number]

export const getSettings = endpoint('GET /tools/settings', 'public', {
  summary: 'Maintenance flag, partner name, brand colour and support link.',
  output: Settings,
  duringMaintenance: true,
})

export const getDictionaries = endpoint('GET /tools/dictionaries', 'public', {
  summary: 'Countries, languages, messengers and time zones, named in the language of the request.',
  output: z.object({
    countries: z.array(Country),
    languages: z.array(LanguageItem),
    messengers: z.array(Messenger),
    timezones: z.array(Timezone),
  }),
  cacheable: true,
  duringMaintenance: true,
})

// Nested by screen; the leaves are ICU messages.
const Translations = z.record(z.string(), z.unknown())

export const getTranslations = endpoint('GET /tools/translations', 'public', {
  summary: 'The texts of the agent app in one language. With `only=changes`, only texts that an operator has changed.',
  input: z.strictObject({ language: z.enum(languages), only: z.optional(z.literal('changes')) }),
  output: z.object({ translations: Translations }),
  cacheable: true,
  duringMaintenance: true,
})

/** The text has paragraphs with an empty line between them; the first of several lines is a heading. */
export const TermsOfUse = z.object({ language: z.enum(languages), version: z.string(), text: z.string() })
export type TermsOfUse = z.infer<typeof TermsOfUse>

export const getTermsOfUse = endpoint('GET /tools/terms-of-use', 'public', {
  summary: 'The terms of use in the language of the request. The version changes with the text.',
  output: TermsOfUse,
  duringMaintenance: true,
})

export const getCaptcha = endpoint('GET /tools/captcha', 'public', {
  summary: 'The active bot check. With `action`, also a new challenge if the check is a proof of work.',
  input: z.strictObject({ action: z.optional(z.enum(captchaActions)) }),
  output: z.object({
    captcha_type: z.enum(['recaptcha', 'altcha', 'off']),
    recaptcha_site_key: z.nullable(z.string()),
    challenge: z.nullable(z.record(z.string(), z.unknown())),
  }),
})
