import {
  agentApi,
  getDictionaries,
  getProfile,
  getSettings,
  getTranslations,
  type Language,
  languages,
} from '@cashbox/contract'
import { translations } from '@cashbox/contract/translations'
import { col, sql } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

const PUBLIC_URL = 'https://agents.example.com'

/** What the app is sent; the terms of use have a call of their own. */
const wordsOf = (language: Language) => {
  const { terms_of_use: _page, ...words } = translations[language]
  return words
}

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { CASHBOX_PUBLIC_URL: PUBLIC_URL } })
})
afterAll(() => world.close())

const changeSettings = (changes: Record<string, unknown>) =>
  fetch(`${world.address}/sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })

describe('settings', () => {
  test('have exactly the fields that the app reads, for anyone', async () => {
    const { status, payload } = await world.call(getSettings, {})
    expect([status, payload]).toEqual([
      200,
      {
        is_off_maintenance: true,
        is_demo_offered: true,
        telegram_link: 'https://t.me/cashbox_support',
        partner_name: 'Cashbox',
        brand_color: '#0b6b63',
        currentTimezone: 'UTC',
      },
    ])
  })

  test('show a change at once, and keep the rest', async () => {
    const { payload: before } = await world.call(getSettings, {})
    await changeSettings({ partner_name: 'Bazaar', telegram_link: null })
    const { payload: after } = await world.call(getSettings, {})
    expect(after).toEqual({ ...before, partner_name: 'Bazaar', telegram_link: null })
    await changeSettings(before)
  })

  test('have defaults for all that is not set', async () => {
    const rows = await world.db.query(sql`delete from setting returning key, value`, {
      key: col.text,
      value: col.json(z.unknown()),
    })
    const { payload } = await world.call(getSettings, {})
    expect(payload).toMatchObject({ is_off_maintenance: true, telegram_link: null, currentTimezone: 'UTC' })
    await changeSettings(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  })

  test.each([{ is_off_maintenance: 'no' }, { colour: 'red' }, { partner_name: null }])(
    'refuse %j, and change nothing',
    async (changes) => {
      const { payload: before } = await world.call(getSettings, {})
      expect((await changeSettings({ brand_color: '#000000', ...changes })).status).toBe(422)
      expect((await world.call(getSettings, {})).payload).toEqual(before)
    },
  )
})

describe('under maintenance', () => {
  let token: string
  beforeAll(async () => {
    token = await world.logIn('approved')
    await changeSettings({ is_off_maintenance: false })
  })
  afterAll(() => changeSettings({ is_off_maintenance: true }))

  test('settings still answer, and say so', async () => {
    const { status, payload } = await world.call(getSettings, {})
    expect([status, payload.is_off_maintenance]).toEqual([200, false])
  })

  test('texts and lists still answer, so that the app can say it in the chosen language', async () => {
    const { payload } = await world.call(getTranslations, { language: 'ru' })
    expect(payload.translations).toMatchObject({ maintenance: { text: expect.stringMatching(/[а-я]{4}/) as string } })
    expect((await world.call(getDictionaries, {})).status).toBe(200)
  })

  const others = agentApi.filter(({ duringMaintenance }) => !duringMaintenance)
  test.each(others.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s is refused with a maintenance error, signed in or not',
    async (_method, _path, endpoint) => {
      for (const options of [{ token }, {}, { token: 'x'.repeat(43) }]) {
        const { status, failure } = await world.call(endpoint, {}, options)
        expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'maintenance', ['maintenance']])
        expect(failure.message).toBe('Maintenance is under way. Service will be available soon.')
        expect(failure.errors['maintenance']).toEqual([failure.message])
      }
    },
  )

  test('the error is in the language of the request', async () => {
    const { failure } = await world.call(getProfile, {}, { token, language: 'ru' })
    expect(failure.message).toMatch(/[а-я]{4}/)
  })

  test('switching back lets everyone go on where they were', async () => {
    await changeSettings({ is_off_maintenance: true })
    const { status, payload } = await world.call(getProfile, {}, { token })
    expect([status, payload.user.email]).toEqual([200, 'approved@cashbox.test'])
    expect((await world.call(getDictionaries, {})).status).toBe(200)
  })
})

/** ISO 3166-1, officially assigned. */
const ISO_COUNTRIES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/)

describe('dictionaries', () => {
  const dictionariesIn = async (language: Language) => (await world.call(getDictionaries, {}, { language })).payload

  test('have every country once, with its phone code', async () => {
    const { countries } = await dictionariesIn('en')
    const codes = countries.map(({ code }) => code)
    expect(ISO_COUNTRIES).toHaveLength(249)
    expect(ISO_COUNTRIES.filter((code) => !codes.includes(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    expect(countries.filter(({ phone_code }) => phone_code !== null && !/^\+\d{1,7}$/.test(phone_code))).toEqual([])
    const byCode = Object.fromEntries(countries.map((country) => [country.code, country]))
    expect(byCode).toMatchObject({
      UZ: { code: 'UZ', name: 'Uzbekistan', phone_code: '+998' },
      RU: { phone_code: '+7' },
      KZ: { phone_code: '+7' },
      TR: { phone_code: '+90' },
    })
  })

  test.each<[Language, string]>([
    ['en', 'Uzbekistan'],
    ['ru', 'Узбекистан'],
    ['es', 'Uzbekistán'],
    ['fr', 'Ouzbékistan'],
    ['tr', 'Özbekistan'],
    ['ar', 'أوزبكستان'],
  ])('name and sort countries as the reader of %s does', async (language, uzbekistan) => {
    const { countries } = await dictionariesIn(language)
    expect(countries.find(({ code }) => code === 'UZ')?.name).toBe(uzbekistan)
    expect(countries.filter(({ code, name }) => name === code)).toEqual([])
    const names = countries.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare))
  })

  test('have the six languages, each by its own name', async () => {
    const { languages: offered } = await dictionariesIn('ar')
    expect(offered.map(({ code, name }) => [code, name])).toEqual([
      ['en', 'English'],
      ['ru', 'Русский'],
      ['es', 'Español'],
      ['fr', 'Français'],
      ['tr', 'Türkçe'],
      ['ar', 'العربية'],
    ])
  })

  test('have UTC and every time zone with its offset', async () => {
    const { timezones } = await dictionariesIn('en')
    const names = new Map(timezones.map(({ zone, name }) => [zone, name]))
    expect(names.size).toBe(timezones.length)
    expect(names.size).toBeGreaterThan(400)
    expect(names.get('UTC')).toBe('(UTC+00:00) UTC')
    expect(names.get('Asia/Tashkent')).toBe('(UTC+05:00) Asia/Tashkent')
    expect(names.get('America/Bogota')).toBe('(UTC-05:00) America/Bogota')
    expect(names.get('Asia/Kathmandu') ?? names.get('Asia/Katmandu')).toMatch(/^\(UTC\+05:45\) /)
    expect([...names.values()].filter((name) => !/^\(UTC[+-]\d\d:\d\d\) [^_]+$/.test(name))).toEqual([])
  })

  test('point at pictures that are really there, for anyone to keep for a while', async () => {
    const { messengers, languages: offered } = await dictionariesIn('en')
    expect(messengers.map(({ code }) => code)).toContain('telegram')
    for (const { image } of [...messengers, ...offered]) {
      expect(image).toMatch(new RegExp(`^${PUBLIC_URL}/images/.+\\.svg$`))
      const response = await fetch(image.replace(PUBLIC_URL, world.address))
      expect([image, response.status]).toEqual([image, 200])
      expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d{4,}$/)
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      // Without its namespace a browser does not draw it.
      expect(await response.text()).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]+<\/svg>\s*$/)
    }
  })
})

describe('translations', () => {
  test.each(languages)('are answered in %s, in a request of any language', async (language) => {
    const { status, payload } = await world.call(getTranslations, { language }, { language: 'fr' })
    expect(status).toBe(200)
    expect(payload.translations).toEqual(wordsOf(language))
  })

  test.each(['xx', 'en-US', '__proto__', ''])('in the language "%s" are refused beside it', async (language) => {
    const { status, failure } = await world.call(getTranslations, { language: language as Language })
    expect([status, Object.keys(failure.errors)]).toEqual([422, ['language']])
  })
})
