import { getTranslations, type Language, languages } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { translations } from '@cashbox/contract/translations'
import { only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translate } from '../platform/texts.ts'

/** What the app is sent; the terms of use have a call of their own. */
const wordsOf = (language: Language) => {
  const { terms_of_use: _page, ...words } = translations[language]
  return words
}

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const list = async () => (await admin.call(contract.listTexts, {})).payload.list
const read = async (language: Language, key: string) =>
  only((await list()).filter((one) => one.key === key)).texts[language]
const ask = async (language: Language, key: string, text: string | null) =>
  admin.call(contract.setText, { language, key, text, version: (await read(language, key)).version })
const set = async (language: Language, key: string, text: string | null) =>
  agree(world.address, await ask(language, key, text))
const spoken = async (language: Language) => (await world.call(getTranslations, { language })).payload.translations

describe('texts', () => {
  test('are listed in every language, and nothing is missing or wrong in what comes with the program', async () => {
    const all = await list()
    expect(all.length).toBeGreaterThan(100)
    for (const { texts } of all) expect(Object.keys(texts).toSorted()).toEqual(languages.toSorted())
    expect(
      all.flatMap(({ key, texts }) => languages.filter((one) => texts[one].problem !== null).map(() => key)),
    ).toEqual([])
  })

  test('of the console come with the program and are not changed', async () => {
    expect((await list()).some(({ key }) => key.startsWith('console.'))).toBe(false)
    const place = { language: 'tr', key: 'console.pages.today' } as const
    const { failure } = await admin.call(contract.setText, { ...place, text: 'Gün', version: 0 })
    expect(failure.code).toBe('text_unknown')
  })

  test('that one admin changes reach no agent until a second one, who sees the old and the new text, agrees', async () => {
    const { payload } = await ask('fr', 'common.close', 'Rejeter')
    expect(payload).toMatchObject({
      text: { text: 'Fermer', is_changed: false },
      request: {
        kind: 'text_set',
        subject: { kind: 'text', id: 'fr/common.close', name: 'common.close (fr)' },
        before: { text: 'Fermer' },
        after: { text: 'Rejeter' },
        fields: ['text'],
      },
    })
    expect(await spoken('fr')).toEqual(wordsOf('fr'))
    const { id: request_id = '', version = 0 } = payload.request ?? {}
    const own = { request_id, version, decision: 'approve' } as const
    expect((await admin.call(contract.decideApprovalRequest, own)).failure.code).toBe('own_request_not_allowed')
    await admin.call(contract.withdrawApprovalRequest, { request_id, version })
    expect((await read('fr', 'common.close')).is_changed).toBe(false)
  })

  test('that two admins change reach agents at once, beside all the others, until they are taken back', async () => {
    await set('ru', 'common.refresh', 'Освежить')
    expect(await read('ru', 'common.refresh')).toMatchObject({
      text: 'Освежить',
      default_text: 'Обновить',
      is_changed: true,
      changed_by: 'Sandbox admin, approved by Sandbox second admin',
      version: 1,
    })
    const common = translations.ru['common'] as object
    expect(await spoken('ru')).toEqual({ ...wordsOf('ru'), common: { ...common, refresh: 'Освежить' } })
    expect(await spoken('es')).toEqual(wordsOf('es'))
    await set('ru', 'common.refresh', null)
    expect(await read('ru', 'common.refresh')).toMatchObject({ text: 'Обновить', version: 0 })
    expect(await spoken('ru')).toEqual(wordsOf('ru'))
    const subject = { subject_kind: 'text', subject_id: 'ru/common.refresh' }
    const audit = (await admin.call(contract.listAudit, subject)).payload.list
    expect(audit.map(({ action, before, after }) => [action, before?.['text'], after?.['text']])).toEqual([
      ['text.reset', 'Освежить', 'Обновить'],
      ['text.set', 'Обновить', 'Освежить'],
    ])
  })

  test('that a browser has kept are asked about again, and are sent anew only when they changed', async () => {
    const fetchTexts = (tag: string) =>
      fetch(`${world.address}/api/tools/translations?language=fr`, { headers: { 'if-none-match': tag } })
    const tag = (await fetchTexts('')).headers.get('etag') ?? ''
    expect((await fetchTexts(tag)).status).toBe(304)
    await set('fr', 'common.refresh', 'Rafraîchir')
    const changed = await fetchTexts(tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  })

  test('of English are kept apart, for an app that has the rest built in', async () => {
    const changes = async () =>
      (await world.call(getTranslations, { language: 'en', only: 'changes' })).payload.translations
    expect(await changes()).toEqual({})
    await set('en', 'common.refresh', 'Look again')
    expect(await changes()).toEqual({ common: { refresh: 'Look again' } })
  })

  test('have to have the values and the plural forms of the language', async () => {
    const key = 'common.search_minimum'
    const wrong: [Language, string, string][] = [
      ['ru', 'Введите не менее нескольких символов', 'exactly these placeholders: {count}.'],
      ['ru', '{count, plural, one {# символ} other {# символов}}', 'exactly these forms: few, many, one, other.'],
      ['ru', '{count, plural, one {# символ', 'braces can’t be read.'],
      ['ru', '{number, plural, one {#} few {#} many {#} other {#}}', 'exactly these placeholders: {count}.'],
      ['ru', '{count, plural, one {знак} few {# знака} many {# знаков} other {# знака}}', 'has no #'],
      [
        'ru',
        '{count, plural, =21 {# знаков} one {# знак} few {# знака} many {# знаков} other {# знака}}',
        '101 like 21',
      ],
      ['en', '{count, plural, one {one} other {some}} {extra}', 'exactly these placeholders: {count}.'],
    ]
    for (const [language, text, why] of wrong) {
      const { status, failure } = await ask(language, key, text)
      expect([text, status, failure.code, Object.keys(failure.errors)]).toEqual([text, 422, 'text_invalid', ['text']])
      expect(failure.message).toContain(why)
    }
    const right = '{count, plural, one {От # знака} few {От # знаков} many {От # знаков} other {От # знака}}'
    expect((await set('ru', key, right)).state).toBe('completed')
  })

  test('are refused in the language of the operator who changes them', async () => {
    const input = { language: 'tr', key: 'common.close', text: 'Kapa {now}', version: 0 } as const
    const { failure } = await admin.call(contract.setText, input, { 'x-language': 'ar' })
    const problem = translate('ar', 'text_problems.no_values')
    expect(failure.message).toBe(translate('ar', 'refusals.text_invalid', { problem }))
  })

  test.each([
    [{ key: 'common.nothing' }, 'text_unknown'],
    [{ key: '__proto__.polluted' }, 'text_unknown'],
    [{ language: 'de' }, 'invalid_fields'],
    [{ text: ' ' }, 'invalid_fields'],
    [{ version: 7 }, 'version_conflict'],
  ])('are not changed with %j', async (wrong, code) => {
    const input = { language: 'tr', key: 'common.close', text: 'Kapa', version: 0 } as const
    const { failure } = await admin.call(contract.setText, { ...input, ...wrong } as typeof input)
    expect(failure.code).toBe(code)
  })

  test('are asked for by one of several at once', async () => {
    const input = { language: 'tr', key: 'common.back', version: 0 } as const
    const answers = await Promise.all(
      ['Dön', 'Geriye', 'Önceki'].map((text) => admin.call(contract.setText, { ...input, text })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('that do not fit the program any more are shown to the operator, and not to agents', async () => {
    await world.db.execute(sql`
      insert into translation_override (language, key, text, changed_by, changed_at, version)
      values ('es', 'common.meters', 'metros', 'Olga', now(), 1), ('es', 'old.screen', 'Vieja', 'Olga', now(), 1)`)
    expect(await spoken('es')).toEqual(wordsOf('es'))
    expect((await read('es', 'common.meters')).problem).toContain('count')
    expect((await read('es', 'old.screen')).problem).toBe('The app does not use this text.')
  })
})
