import { getDictionaries, getProfile, register, requestDemo } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { only } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const offer = (kind: contract.ChoiceKind, code: string, is_offered: boolean) =>
  admin.call(contract.offerChoice, { kind, code, is_offered, reason: 'We are not there.' })

const contact = { country_code: 'UZ', messenger: 'telegram', messenger_id: '@new_agent' }
const signUp = (email: string) =>
  world.call(register, {
    ...contact,
    email,
    password: 'Quiet-Harbour-9',
    password_confirmation: 'Quiet-Harbour-9',
    first_name: 'New',
    last_name: 'Agent',
    phone: '+998901234567',
    city: 'Tashkent',
    street: 'Navoi 1',
  })

test('what is withheld can not be chosen at sign-up, until it is offered again', async () => {
  expect((await signUp('first@example.com')).status).toBe(200)
  await offer('country', 'UZ', false)
  await offer('messenger', 'telegram', false)
  expect(Object.keys((await signUp('second@example.com')).failure.errors).toSorted()).toEqual([
    'country_code',
    'messenger',
  ])
  const demo = await world.call(requestDemo, { ...contact, email: 'demo@example.com' })
  expect(Object.keys(demo.failure.errors).toSorted()).toEqual(['country_code', 'messenger'])
  await offer('country', 'UZ', true)
  await offer('messenger', 'telegram', true)
  expect((await signUp('third@example.com')).status).toBe(200)
})

test('agents who have it keep it, and read its name', async () => {
  await offer('country', 'UZ', false)
  const token = await world.logIn('approved')
  const { user } = (await world.call(getProfile, {}, { token })).payload
  const { countries } = (await world.call(getDictionaries, {})).payload
  expect(countries.find(({ code }) => code === user.country_code)).toMatchObject({
    name: 'Uzbekistan',
    is_offered: false,
  })
  expect(countries.find(({ code }) => code === 'KZ')?.is_offered).toBe(true)
  await offer('country', 'UZ', true)
})

test('countries are named in the language of the operator who reads', async () => {
  const names = async (language: string) => {
    const { list } = (await admin.call(contract.listChoices, {}, { 'x-language': language })).payload
    return list.filter(({ code }) => code === 'DE').map(({ name }) => name)
  }
  expect(await names('en')).toEqual(['Germany'])
  expect(await names('ru')).toEqual(['Германия'])
  expect(await names('ar')).toEqual(['ألمانيا'])
})

test('every choice is listed, and a change is written down', async () => {
  await offer('messenger', 'viber', false)
  const { list } = (await admin.call(contract.listChoices, {})).payload
  expect(only(list.filter(({ code }) => code === 'viber'))).toEqual({
    kind: 'messenger',
    code: 'viber',
    name: 'Viber',
    is_offered: false,
  })
  const audit = (await admin.call(contract.listAudit, { subject_kind: 'messenger', subject_id: 'viber' })).payload.list
  expect(audit).toMatchObject([
    { action: 'choice.withhold', reason: 'We are not there.', after: { is_offered: false } },
  ])
})

test('of several who change the same at once, one does', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => offer('country', 'FR', false)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await offer('country', 'DE', true)).status).toBe(409)
})

test.each([
  ['country', 'XX'],
  ['messenger', 'UZ'],
  ['messenger', 'pigeon'],
] as const)('there is no %s %s', async (kind, code) => {
  expect((await offer(kind, code, false)).failure.code).toBe('choice_unknown')
})
