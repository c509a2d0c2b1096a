import { listTopups, orderPerfectMoney, parseMinor } from '@cashbox/contract'
import { type HashedFields, v2Hash } from '@cashbox/server/rails/perfect-money/status-call'
import type { PerfectMoneyHistory } from './perfect-money-history.ts'
import type { World } from './world.ts'

let lastBatch = 500_000_000

/** A payment as a row of the account's history. */
export const listed = (
  { PAYMENT_BATCH_NUM, PAYMENT_ID, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYEE_ACCOUNT, TIMESTAMPGMT }: HashedFields,
  memo = '',
) => ({
  batch: PAYMENT_BATCH_NUM,
  paymentId: PAYMENT_ID,
  amount: PAYMENT_AMOUNT,
  units: PAYMENT_UNITS,
  payee: PAYEE_ACCOUNT,
  at: new Date(Number(TIMESTAMPGMT) * 1000),
  memo,
})

/** Orders as an agent, pays as a payer, and reports it as the provider, which has it in its history too. */
export function createPayer(world: World, history?: PerfectMoneyHistory) {
  const { passphrase = '', account = '' } = world.config.perfectMoney ?? {}
  const secondsNow = () => Math.floor(world.clock.now().getTime() / 1000)

  async function order(token: string, amount: string): Promise<string> {
    const { payload, failure } = await world.call(orderPerfectMoney, { amount }, { token })
    const paymentId = payload?.[0]?.payment_id
    if (paymentId === undefined) throw new Error(`nothing was ordered: ${failure.message}`)
    return paymentId
  }

  /** What the provider would say of a payment of the order, under a number of its own. */
  const pay = (paymentId: string, amount: string, changes: Partial<HashedFields> = {}): HashedFields => ({
    PAYMENT_ID: paymentId,
    PAYEE_ACCOUNT: account,
    PAYMENT_AMOUNT: amount,
    PAYMENT_UNITS: 'USD',
    PAYMENT_BATCH_NUM: String(++lastBatch),
    PAYER_ACCOUNT: 'U7654321',
    TIMESTAMPGMT: String(secondsNow()),
    ...changes,
  })

  const sign = (fields: HashedFields) =>
    new URLSearchParams({ ...fields, V2_HASH: v2Hash(fields, passphrase), BAGGAGE_FIELDS: '' })

  async function post(body: URLSearchParams | string, headers: Record<string, string> = {}) {
    const response = await fetch(`${world.address}/callbacks/perfect-money`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: body.toString(),
    })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  return {
    order,
    pay,
    sign,
    post,
    secondsNow,
    report: (fields: HashedFields) => {
      if (history?.rows.every(({ batch }) => batch !== fields.PAYMENT_BATCH_NUM)) history.rows.push(listed(fields))
      return post(sign(fields))
    },
    /** A call without a payment in the history. */
    claim: (fields: HashedFields) => post(sign(fields)),
    balance: async (token: string) => parseMinor(await world.balance(token)) ?? 0n,
    /** As the agent sees it. */
    topup: async (token: string, batch: string) =>
      (await world.call(listTopups, { limit: 100 } as never, { token })).payload.list.find(
        ({ reference }) => reference === batch,
      ),
  }
}
