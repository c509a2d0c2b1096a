import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract/operator'
import { createTransaction, type PartnerTransaction, readPosition, reverseTransaction } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { agentOf, someAgent } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTransactions } from '../../payments/transactions/open-transaction.ts'
import { countAllPositions, countPositions } from './count-positions.ts'

let world: PartnerWorld
let admin: OperatorClient
let partner: PartnerClient
let other: PartnerClient
let agent: Awaited<ReturnType<typeof someAgent>>
beforeAll(async () => {
  world = await openPartnerWorld()
  world.clock.leaveMidnight()
  admin = await operatorOf(world.address, 'admin')
})
beforeEach(async () => {
  partner = await openPartner(world)
  other = await openPartner(world)
  agent = await someAgent(world, { status: 'approved', float: '1000.00' })
  await grantCredit(agent.id)
})
afterAll(() => world.close())

const LINE = 500_000n
const grantCredit = (agentId: string) =>
  world.db.execute(sql`update account set floor = ${-LINE} where agent_id = ${agentId} and kind = 'float'`)
const confirm = async ({ type, transaction_id, amount }: PartnerTransaction, code?: string | null) =>
  (
    await world.confirm(agent.token, {
      type,
      transaction_id,
      amount,
      ...(code ? { security_code: code } : {}),
    })
  ).status
const pay = async (of: PartnerClient, type: 'deposit' | 'withdraw', amount: string) => {
  const { transaction, security_code } = (await of.call(createTransaction, newTransaction({ type, amount }))).payload
  expect(await confirm(transaction, security_code)).toBe(200)
  return transaction
}
const reverse = async (of: PartnerClient, { transaction_id }: PartnerTransaction) =>
  expect((await of.call(reverseTransaction, { transaction_id, reason: 'a mistake' })).status).toBe(200)
const adjust = (amount: string) =>
  admin.call(contract.createMoneyRequest, {
    id: randomUUID(),
    kind: 'adjustment',
    cash_id: agent.cashId,
    amount,
    reason: 'counted again',
  })
/** The same numbers for the same seed. */
const createRandom = (seed: number) => (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % Math.max(1, below)
}
const positionOf = async (of: PartnerClient) => {
  await countPositions(world, of.partnerId)
  const { list } = (await of.call(readPosition, {})).payload
  return list.find(({ currency_code }) => currency_code === 'UZS')
}

test('a withdrawal that is reversed at the expense of the credit line makes no cover', async () => {
  await pay(partner, 'deposit', '1000.00')
  const paidOut = await pay(partner, 'withdraw', '1000.00')
  await pay(partner, 'deposit', '1000.00')
  expect(await positionOf(partner)).toMatchObject({ balance: '1000.00', on_credit: '0.00' })
  await reverse(partner, paidOut)
  expect(await positionOf(partner)).toMatchObject({ balance: '2000.00', on_credit: '1000.00' })
})

test('a deposit on credit that is reversed leaves no less cover than without it', async () => {
  await pay(other, 'deposit', '1200.00')
  const taken = await pay(partner, 'deposit', '300.00')
  expect(await positionOf(partner)).toMatchObject({ balance: '300.00', on_credit: '300.00' })
  await reverse(partner, taken)
  expect(await positionOf(partner)).toMatchObject({ balance: '0.00', on_credit: '0.00' })
  const both = await pay(partner, 'deposit', '300.00')
  await reverse(partner, both)
  expect(await positionOf(partner)).toMatchObject({ balance: '0.00', on_credit: '0.00' })
  expect(await positionOf(other)).toMatchObject({ balance: '1200.00', on_credit: '200.00' })
})

test('a partner hears that there is cover as soon as the agent has paid', async () => {
  const { list } = (await admin.call(contract.listPartners, {})).payload
  const version = list.find(({ code }) => code === partner.code)?.version ?? 0
  const terms = { credit_limit: '0.00', low_level: null, currency_code: 'UZS', reason: 'as agreed' }
  expect((await admin.call(contract.setPartnerCover, { code: partner.code, version, ...terms })).status).toBe(200)
  await pay(other, 'deposit', '1000.00')
  await pay(partner, 'deposit', '300.00')
  const covered = async () => {
    await countAllPositions(world)
    return (await positionOf(partner))?.cover
  }
  expect(await covered()).toBe('exhausted')
  expect((await adjust('300.00')).status).toBe(200)
  expect(await covered()).toBe('enough')
})

test('a sample that a demo agent takes on credit stops no counting', async () => {
  const demo = only(
    await world.db.query(
      sql`
        select agent.id, channel_id, channel.currency_code, (select id from partner where code = 'demo') as partner_id
        from agent join channel on channel.id = channel_id where agent.id = ${agentOf('demo@cashbox.test')}`,
      { id: col.uuid, channel_id: col.uuid, currency_code: col.text, partner_id: col.uuid },
    ),
  )
  await grantCredit(demo.id)
  const token = await world.logIn('demo')
  const float = await world.balance(token)
  const now = world.clock.now()
  const [sample] = await world.db.transaction((tx) =>
    openTransactions(tx, world.keyring, [
      {
        partnerId: demo.partner_id,
        channelId: demo.channel_id,
        agentId: demo.id,
        type: 'deposit',
        amount: BigInt(float.replace('.', '')) + 100n,
        playerId: '1',
        createdAt: now,
        expiresAt: new Date(now.getTime() + 60_000),
      },
    ]),
  )
  const amount = (Number(float) + 1).toFixed(2)
  const input = { type: 'deposit', transaction_id: sample?.transactionId ?? '', amount } as const
  expect((await world.confirm(token, input)).status).toBe(200)
  await countAllPositions(world)
})

test('what an agent owes never covers a withdrawal, whatever two partners, the agent and operators do at once', async () => {
  await pay(partner, 'deposit', '1300.00')
  const partners = [partner, other]
  const done: { readonly of: PartnerClient; readonly transaction: PartnerTransaction }[] = []
  const draw = createRandom(7)
  const act = async () => {
    const of = partners[draw(2)] ?? partner
    const amount = `${1 + draw(300)}.00`
    const [what, again] = [draw(10), done[draw(done.length)]]
    if (what < 6) {
      const type = what < 3 ? 'deposit' : 'withdraw'
      const { transaction, security_code } = (await of.call(createTransaction, newTransaction({ type, amount })))
        .payload
      if ((await confirm(transaction, security_code)) === 200) done.push({ of, transaction })
    } else if (what < 8 && again) {
      const { transaction_id } = again.transaction
      await again.of.call(reverseTransaction, { transaction_id, reason: 'a mistake' })
    } else if (what === 8) {
      const owed = -Number(await world.balance(agent.token))
      if (owed > 0) await adjust(draw(2) === 0 ? amount : owed.toFixed(2))
    }
    await countPositions(world, of.partnerId)
  }
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(Array.from({ length: 6 }, act))
    expect(await world.verify()).toEqual([])
    for (const one of partners) {
      const onCredit = Number((await positionOf(one))?.on_credit)
      expect(onCredit).toBeGreaterThanOrEqual(0)
      expect(onCredit).toBeLessThanOrEqual(Math.max(0, -Number(await world.balance(agent.token))))
    }
  }
  const owed = Number(await world.balance(agent.token))
  if (owed < 0) await adjust((-owed).toFixed(2))
  expect([(await positionOf(partner))?.on_credit, (await positionOf(other))?.on_credit]).toEqual(['0.00', '0.00'])
})
