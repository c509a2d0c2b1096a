import * as contract from '@cashbox/contract'
import * as operator from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const signUp = (email: string, terms_version?: string) =>
  world.call(contract.register, {
    first_name: 'Anora',
    last_name: 'Karimova',
    email,
    password: 'Bazaar7!gate',
    password_confirmation: 'Bazaar7!gate',
    country_code: 'UZ',
    city: 'Tashkent',
    street: 'Navoi 5',
    phone: '90 123 45 67',
    messenger: 'telegram',
    messenger_id: '@anora',
    ...(terms_version === undefined ? {} : { terms_version }),
  })

const terms = async (language: contract.Language = 'en') =>
  (await world.call(contract.getTermsOfUse, {}, { language })).payload

const agreedBy = async (email: string) =>
  only(
    await world.db.query(
      sql`
        select terms_version, text, terms_of_use.language from agent
        left join terms_of_use on terms_of_use.version = terms_version where agent.id = ${agentOf(email)}`,
      { terms_version: col.nullable(col.text), text: col.nullable(col.text), language: col.nullable(col.text) },
    ),
  )

test('the terms of use can be read in every language, and each text has a version of its own', async () => {
  const all = await Promise.all(contract.languages.map(terms))
  expect(all.map(({ language }) => language)).toEqual(contract.languages)
  expect(new Set(all.map(({ version }) => version)).size).toBe(contract.languages.length)
})

test('are not part of the words that the app begins with', async () => {
  const { translations } = (await world.call(contract.getTranslations, { language: 'ru' })).payload
  expect(Object.keys(translations)).not.toContain('terms_of_use')
})

test('sign-up remembers the version and the text that were agreed to', async () => {
  const { version, text: words } = await terms('ru')
  expect((await signUp('reader@example.com', version)).status).toBe(200)
  expect(await agreedBy('reader@example.com')).toEqual({ terms_version: version, text: words, language: 'ru' })
})

test('an operator sees which version an agent has agreed to', async () => {
  const { version } = await terms()
  await signUp('shown@example.com', version)
  const support = await operatorOf(world.address, 'support')
  const [listed] = (await support.call(operator.listAgents, { search: 'shown@example.com' })).payload.list
  const { agent } = (await support.call(operator.readAgent, { agent_id: listed?.id ?? '' })).payload
  expect(agent.terms_version).toBe(version)
})

test('without a version sign-up counts for the terms in the language of the request', async () => {
  await signUp('plain@example.com')
  expect((await agreedBy('plain@example.com')).terms_version).toBe((await terms()).version)
})

test('two admins change the terms: who agreed to the former ones is asked again, and the former text is kept', async () => {
  const before = await terms()
  await signUp('early@example.com', before.version)
  const admin = await operatorOf(world.address, 'admin')
  const change = {
    language: 'en',
    key: 'terms_of_use.text',
    text: `New\n${'Be kind. '.repeat(1000)}`,
    version: 0,
  } as const
  const asked = await admin.call(operator.setText, change)
  expect((await terms()).text).toBe(before.text)
  await agree(world.address, asked)
  const after = await terms()
  expect([after.text, after.version === before.version]).toEqual([change.text.trim(), false])

  const { status, failure } = await signUp('late@example.com', before.version)
  expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'terms_changed', ['terms']])
  // The refusal is the same for an address that has an account.
  expect((await signUp('early@example.com', before.version)).failure.code).toBe('terms_changed')
  expect(await waitingLetters(world, 'late@example.com')).toEqual([])
  expect((await signUp('late@example.com', after.version)).status).toBe(200)
  expect((await agreedBy('early@example.com')).text).toBe(before.text)
  expect((await agreedBy('late@example.com')).text).toBe(after.text)
})
