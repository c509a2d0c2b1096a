import * as partnerApi from '@cashbox/contract/partner'
import { signingClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await commands.partner(world.db, world.config, args, (line) => void lines.push(line))
  return lines
}

const after = (lines: string[], label: string) =>
  lines
    .find((line) => line.startsWith(label))
    ?.slice(label.length)
    .trim() ?? ''

test('a partner made by command can call, until its key is disabled', async () => {
  await run('create', 'acme', 'Acme', 'Games')
  const lines = await run('add-key', 'acme', 'read')
  const key = { id: after(lines, 'key:'), secret: after(lines, 'secret:') }
  const { call } = signingClient(world, key)
  expect((await call(partnerApi.listTransactions, {})).status).toBe(200)
  expect((await run('list')).join('\n')).toMatch(/acme {2}Acme Games\n {2}keys: {4}pk_\S+ \(read\)\n {2}webhook: none/)
  await run('disable-key', key.id)
  expect((await call(partnerApi.listTransactions, {})).status).toBe(401)
})

test('a webhook address is set with a secret that is shown once', async () => {
  await run('create', 'hooked', 'Hooked')
  expect(after(await run('webhook', 'hooked', 'https://hooks.example.com/cashbox'), 'secret:')).toMatch(/^whsec_/)
  expect((await run('list')).join('\n')).toContain('https://hooks.example.com/cashbox')
})

test.each([
  [['create', 'acme2', 'Twice'], ['create', 'acme2', 'Twice'], /already/],
  [['list'], ['add-key', 'unknown'], /no partner with the code/],
  [['list'], ['add-key', 'sandbox', 'fly'], /Unknown permission/],
  [['list'], ['add-key', 'sandbox', 'read', '203.0.113.5/24'], /^203\.0\.113\.5\/24 is an address inside a range/],
  [['list'], ['disable-key', 'pk_none'], /no active key/],
  [['list'], ['webhook', 'sandbox', 'ftp://x'], /https/],
  [['list'], ['dance'], /cashbox partner/],
])('after %j, %j says what is wrong', async (first, second, message) => {
  await run(...first)
  await expect(run(...second)).rejects.toThrow(message)
})
