import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorClient } from '../../test/operator-client.ts'
import { openWorld, type World } from '../../test/world.ts'
import { commands } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await commands['operator:create'](world.db, world.config, args, (line) => void lines.push(line))
  return lines
}

test('an operator made by command can log in with the password that is printed', async () => {
  const lines = await run('--email', 'first@example.com', '--name', 'The First', '--role', 'admin')
  const password = lines.find((line) => line.startsWith('Password: '))?.slice('Password: '.length)
  expect((await operatorClient(world.address).logIn('first@example.com', password)).status).toBe(200)
})

test.each([
  [
    ['--email', 'admin@cashbox.test', '--name', 'Again', '--role', 'admin'],
    /operator with this e-mail address already exists/,
  ],
  [['--email', 'second@example.com', '--name', 'Second', '--role', 'king'], /^role is missing or not valid/],
  [['--dance'], /npm run operator:create/],
])('%j says what is wrong', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})
