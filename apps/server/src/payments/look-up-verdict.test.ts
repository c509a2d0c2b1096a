import { formatMinor, lookUpTransaction } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSeconds } from '../platform/clock.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ allowance: 1000 })
})
afterAll(() => world.close())

const minor = (amount: string) => BigInt(amount.replace('.', ''))

const HERE = { geo_lat: '41.2995', geo_lon: '69.2401' }
const places = {
  here: HERE,
  'at the edge': { ...HERE, geo_lat: '41.3021' },
  'a step too far': { ...HERE, geo_lat: '41.3022' },
  nowhere: { geo_lat: '', geo_lon: null },
}
const states = {
  open: sql`update player_transaction set ended_as = ended_as where transaction_id = `,
  expired: sql`update player_transaction set expires_at = created_at where transaction_id = `,
  cancelled: sql`update player_transaction set ended_as = 'cancelled' where transaction_id = `,
  locked: sql`update player_transaction set locked_at = now(), wrong_codes = 5 where transaction_id = `,
  guessed: sql`update player_transaction set wrong_codes = 4 where transaction_id = `,
  elsewhere: sql`
    update player_transaction set channel_id = (select id from channel where code = 'istanbul') where transaction_id = `,
}

test('a refusal comes with its figures: what the float lacks, what is left of the limit, how far the point is', async () => {
  const token = await world.logIn('approved')
  const verdictOf = async (amount: string) => {
    const { transaction_id } = await world.openTransaction('deposit', amount)
    const { payload } = await world.call(lookUpTransaction, { transaction_id, ...HERE }, { token })
    return payload.transaction.verdict
  }
  const balance = minor(await world.balance(token))
  expect(await verdictOf(formatMinor(balance + 1_250n))).toMatchObject({
    refusal: 'float_insufficient',
    missing: '12.50',
  })
  const setLimits = (maximum: string | null, daily: string | null) =>
    world.db.execute(sql`
      update agent set max_amount = ${maximum}, daily_limit = ${daily}::bigint + (
        select volume from volume_of_day(agent.id, ${world.clock.now()}))
      where agent.id = ${agentOf('approved@cashbox.test')}`)
  await setLimits('50000', null)
  expect(await verdictOf('500.01')).toMatchObject({
    refusal: 'limit_exceeded',
    limit: { period: 'payment', left: '500.00' },
  })
  await setLimits('50000', '20000')
  expect(await verdictOf('200.01')).toMatchObject({
    refusal: 'limit_exceeded',
    limit: { period: 'day', left: '200.00' },
  })
  expect(await verdictOf('200.00')).toMatchObject({ refusal: null, missing: null, limit: null })
  const fenced = await world.logIn('fenced')
  const { transaction_id } = await world.openTransaction('deposit', '1.00')
  const away = { transaction_id, geo_lat: '41.3022', geo_lon: '69.2401' }
  const { payload } = await world.call(lookUpTransaction, away, { token: fenced })
  expect(payload.transaction.verdict).toMatchObject({ refusal: 'geo_outside', distance_m: 301 })
})

const situation = fc.record({
  type: fc.constantFrom('deposit' as const, 'withdraw' as const),
  size: fc.constantFrom('small', 'all of the float', 'a cent too much'),
  state: fc.constantFrom(
    'open' as const,
    'open' as const,
    'open' as const,
    ...(Object.keys(states) as (keyof typeof states)[]),
  ),
  place: fc.constantFrom('here' as const, 'here' as const, ...(Object.keys(places) as (keyof typeof places)[])),
  ageS: fc.constantFrom(null, 0, 120, 121, -121),
  credit: fc.constantFrom(0n, 0n, 5_000n),
  // Cents above or below the amount.
  maximum: fc.constantFrom(null, null, 0n, -1n),
  daily: fc.constantFrom(null, null, 0n, -1n),
})

test('the look-up says that cash may be taken exactly when the confirmation passes, and otherwise gives the same reason', async () => {
  const token = await world.logIn('fenced')
  // The age of a location is the same for both.
  world.clock.standAt(world.clock.now())
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(situation, async ({ type, size, state, place, ageS, credit, maximum, daily }) => {
      const balance = minor(await world.balance(token))
      const floor = balance < -credit ? balance : -credit
      await world.db.execute(sql`
        update account set floor = ${floor} where id = (select float_id from agent where id = ${agentOf('fenced@cashbox.test')})`)
      const amount = size === 'small' ? 100n : balance - floor + (size === 'all of the float' ? 0n : 1n)
      fc.pre(amount > 1n)
      await world.db.execute(sql`
        update agent set max_amount = ${maximum === null ? null : amount + maximum},
          daily_limit = ${daily === null ? null : amount + daily}::bigint + (
            select volume from volume_of_day(agent.id, ${world.clock.now()}))
        where agent.id = ${agentOf('fenced@cashbox.test')}`)
      const { transaction_id, security_code } = await world.openTransaction(type, formatMinor(amount))
      const change = states[state]
      await world.db.execute({ ...change, text: `${change.text}$1`, name: `as ${state}`, values: [transaction_id] })

      const sent = {
        transaction_id,
        ...places[place],
        geo_at: ageS === null ? null : toSeconds(world.clock.now()) - ageS,
      }
      const looked = await world.call(lookUpTransaction, sent, { token })
      const confirmed = await world.confirm(token, { ...sent, type, amount: formatMinor(amount), security_code })

      const verdict = looked.payload?.transaction.verdict
      const outcome = confirmed.status === 200 ? 'confirmed' : confirmed.failure.code
      seen.add(outcome)
      if (looked.status === 200) expect(verdict?.refusal ?? 'confirmed').toBe(outcome)
      else expect(outcome).not.toBe('confirmed')
    }),
    // Always the same situations, so that each outcome is among them.
    { numRuns: 120, seed: 1 },
  )
  expect([...seen].toSorted()).toEqual([
    'confirmed',
    'float_insufficient',
    'geo_missing',
    'geo_outside',
    'geo_stale',
    'limit_exceeded',
    'transaction_cancelled',
    'transaction_expired',
    'transaction_locked',
    'transaction_not_found',
  ])
})
