import { activateOperator } from '@cashbox/contract/operator'
import { linkHashFor, OPERATOR_PASSWORD, waitingLetters } from '@cashbox/testing/make-operator'
import { operatorClient } from '@cashbox/testing/operator-client'
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
  await commands.operator(world.db, world.config, ['create', ...args], (line) => void lines.push(line))
  return lines
}

test('an operator made by command chooses a password with the link that is printed where mail is not set up', async () => {
  const lines = await run('--email', 'first@example.com', '--name', 'The First', '--role', 'admin')
  const hash = lines.find((line) => line.startsWith('Choose a password here: '))?.split('#')[1] ?? ''
  const client = operatorClient(world.address)
  expect((await client.call(activateOperator, { hash, password: OPERATOR_PASSWORD })).status).toBe(200)
  expect((await client.logIn('first@example.com', OPERATOR_PASSWORD)).status).toBe(200)
  expect(await waitingLetters(world, 'first@example.com')).toEqual([])
})

test('with mail set up the link goes to the operator, and is not printed', async () => {
  const lines: string[] = []
  const config = { ...world.config, mail: { ...world.config.mail, smtpUrl: 'smtp://localhost:1' } }
  const args = ['--email', 'mailed@example.com', '--name', 'The Second', '--role', 'admin']
  await commands.operator(world.db, config, ['create', ...args], (line) => void lines.push(line))
  expect(lines.join(' ')).not.toContain(await linkHashFor(world, 'mailed@example.com'))
})

test.each([
  [
    ['--email', 'admin@cashbox.test', '--name', 'Again', '--role', 'admin'],
    /operator with this e-mail address already exists/,
  ],
  [['--email', 'second@example.com', '--name', 'Second', '--role', 'king'], /^role is missing or not valid/],
  [['--dance'], /cashbox operator create/],
])('%j says what is wrong', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})
