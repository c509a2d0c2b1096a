import { anchorText, readAnchor } from '@cashbox/server/access/audit'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAnchors } from './verify-command.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

async function check(...anchors: string[]) {
  const printed: string[] = []
  const holds = await verifyAnchors(world.db, anchors, (line) => printed.push(line))
  return { holds, printed }
}

test('an anchor that the audit has is ok, and one that it lacks fails', async () => {
  const anchor = await readAnchor(world.db)
  const known = anchor ? anchorText(anchor) : ''
  const forged = `1:${'0'.repeat(64)}`
  expect(await check(known)).toEqual({ holds: true, printed: [`ok      the audit has the anchor ${known}`] })
  expect(await check(forged, known)).toEqual({
    holds: false,
    printed: [`FAILED  the audit has the anchor ${forged}`, `ok      the audit has the anchor ${known}`],
  })
})

test.each(['1', `0:${'a'.repeat(64)}`, `1:${'a'.repeat(63)}`, `1:${'A'.repeat(64)}`])(
  '%s is said to be no anchor',
  async (text) => {
    await expect(check(text)).rejects.toThrow('--anchor NUMBER:HASH')
  },
)
