import { randomUUID } from 'node:crypto'
import { type InputOf, OTHER_TOKEN, parseMinor, type TopupReason } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { readApprovalLimits, setLimit } from '@cashbox/server/money/approval-limits'
import { holdTopup } from '@cashbox/server/topups/credit-topup'
import { recordArrival } from '@cashbox/server/topups/topup'
import { decide as decideAs, type Waiting, withdrawAs } from './agree.ts'
import { type OperatorClient, operatorOf } from './operator-client.ts'
import { openTronWorld } from './tron-world.ts'

type Input = InputOf<typeof contract.createMoneyRequest>
type Unasked<One> = One extends Input ? Omit<One, 'id' | 'reason'> & Partial<Pick<One, 'id' | 'reason'>> : never

/** So high that no test meets them by chance. */
const NO_CAPS = { UZS: '900000000000.00', USDT: '900000000000.00', USD: '900000000000.00' }

/** The server with a chain in front of it, an agent with an empty float for each test, and two who may move money. */
export async function openMoneyWorld() {
  const world = await openTronWorld()
  const logInBoth = async () => ({
    finance: await operatorOf(world.address, 'finance'),
    admin: await operatorOf(world.address, 'admin'),
  })
  let { finance, admin } = await logInBoth()
  const ask = (input: Unasked<Input>, client: OperatorClient = finance) =>
    client.call(contract.createMoneyRequest, { id: randomUUID(), reason: 'as agreed', ...input })
  /** What asking for the same would do. */
  const preview = (input: Unasked<Input>, client: OperatorClient = finance) =>
    client.call(contract.previewMoneyRequest, input)
  const decide = (request: Waiting, decision: 'approve' | 'reject' = 'approve', client = admin) =>
    decideAs(client, request, decision)
  const withdraw = (request: Waiting, client = finance) => withdrawAs(client, request)

  /** An agent of their own with so much float, and a way to earn commission. */
  async function newAgent(float = '0.00') {
    const agent = await world.newAgent()
    const { cashId } = agent
    if (float !== '0.00') {
      const { payload } = await ask({ kind: 'adjustment', cash_id: cashId, amount: float })
      if (payload.request.state === 'pending') await decide(payload.request)
    }
    const balanceOf = async (account: 'float' | 'commission') =>
      (await finance.call(contract.readStatement, { cash_id: cashId, account })).payload.balance
    return {
      ...agent,
      balances: async () => [await balanceOf('float'), await balanceOf('commission')],
      /** A player's deposit or withdrawal that this agent has confirmed. */
      confirmed: async (type: 'deposit' | 'withdraw', amount: string) => {
        const opened = await world.openTransaction(type, amount, cashId)
        const token = await world.logIn(agent.name)
        const { transaction_id, security_code } = opened
        const { status } = await world.confirm(token, {
          type,
          amount,
          transaction_id,
          ...(security_code ? { security_code } : {}),
        })
        if (status !== 200) throw new Error('it was not confirmed')
        return transaction_id
      },
      /** A transfer below the minimum, which is held. */
      held: async (units: bigint) => {
        await world.chain.send({ to: agent.address, units })
        await world.settle()
        const [topup] = await world.db.query(
          sql`select id from topup where agent_id = ${agent.id} and state = 'held' order by id desc limit 1`,
          { id: col.uuid },
        )
        if (!topup) throw new Error('it was not held')
        return topup.id
      },
    }
  }
  /** Something that came in and was held, as a rail would leave it: without an owner if no agent is named. */
  const hold = (reason: TopupReason, agentId: string | null = null) =>
    world.db.transaction(async (tx) => {
      const at = world.clock.now()
      const what = { coin: reason === 'wrong_token' ? OTHER_TOKEN : 'USD', units: 5_000n, decimals: 2, sender: 'U1' }
      const topup = await recordArrival(tx, { agentId, rail: 'perfect-money', reference: randomUUID(), ...what, at })
      await holdTopup(tx, topup, reason, at)
      return topup.id
    })
  /** What one operator may move alone, and in a day, in place of what the sandbox starts with. */
  const setApprovalLimit = async (above: Record<string, string>, perDay: Record<string, string> = NO_CAPS) => {
    const actor = { operatorId: null, name: 'test', ip: null }
    const limitOf = (sums: Record<string, string>, asset: string) => parseMinor(sums[asset] ?? '')
    await world.db.transaction(async (tx) => {
      for (const { asset } of (await readApprovalLimits(tx)).list) {
        const { version } = await readApprovalLimits(tx)
        const limits = { above: limitOf(above, asset), per_day: limitOf(perDay, asset) }
        await setLimit(
          tx,
          { asset, ...limits, version, reason: 'for a test' },
          { actor, at: world.clock.now(), request: null },
        )
      }
    })
  }
  /** As an edit past the console can leave it. */
  const spoilApprovalLimit = (asset: string) =>
    world.db.execute(sql`
      update setting set value = value || jsonb_build_object(${asset}::text, 'plenty') where key = 'approval_limits'`)
  return {
    ...world,
    finance: () => finance,
    admin: () => admin,
    admin2: () => operatorOf(world.address, 'admin2'),
    ask,
    preview,
    decide,
    withdraw,
    newAgent,
    hold,
    setApprovalLimit,
    spoilApprovalLimit,
    /** Time in which sessions end. */
    async wait(days: number) {
      world.clock.advance(days * 24 * 60 * 60)
      ;({ finance, admin } = await logInBoth())
    },
  }
}
