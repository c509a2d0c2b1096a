import { sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

let world: World
let approved: string
let fenced: string
beforeAll(async () => {
  world = await openWorld()
  approved = await world.logIn('approved')
  fenced = await world.logIn('fenced')
})
afterAll(() => world.close())

/** Holds the float of an agent as another transaction would, until it is let go. */
async function holdFloat(name: string) {
  const other = connectPostgres({ network: 'cashbox', url: world.url ?? '', connections: 1, onError: () => {} })
  onTestFinished(() => other.close())
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const holding = other.transaction(async (tx) => {
    await tx.execute(sql`
      select 1 from account join agent on agent.float_id = account.id
      where agent.id = ${agentOf(`${name}@cashbox.test`)} for update of account`)
    isHeld()
    await released
  })
  await held
  return async () => {
    letGo()
    await holding
  }
}

const deposit = async (token: string) => {
  const { transaction_id } = await world.openTransaction('deposit', '1.00')
  return world.confirm(token, { type: 'deposit', transaction_id, amount: '1.00' })
}

describe('while the float of one agent is locked', () => {
  test('the others go on, and the locked one is confirmed once it is free', async () => {
    const letGo = await holdFloat('fenced')
    const locked = [deposit(fenced), deposit(fenced)]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => deposit(approved)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    }
    await letGo()
    expect((await Promise.all(locked)).map(({ status }) => status)).toEqual([200, 200])
    expect(await world.verify()).toEqual([])
  })

  test('a confirmation that waits too long is answered with 503 and a time to try again, and has moved nothing', async () => {
    const letGo = await holdFloat('fenced')
    const before = await world.balances()
    const { status, failure, headers } = await deposit(fenced)
    expect([status, failure.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    await letGo()
    expect(await world.balances()).toBe(before)
    expect((await deposit(fenced)).status).toBe(200)
  })
})
