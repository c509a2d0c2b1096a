import { setTimeout as wait } from 'node:timers/promises'
import { CallFailure } from '@cashbox/client/call-failure'
import { checkWallets, confirmPayment, getProfile, getWallets, lookUpTransaction, parseMinor } from '@cashbox/contract'
import { type DemoAgent, locationNear, newKey } from './agents.ts'
import type { NewPayment, Opened, PlayerService } from './partners.ts'
import type { Sandbox } from './sandbox.ts'

const BLOCKS_UNTIL_SOLID = 20
const CREDITED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 500

type Payment = Omit<NewPayment, 'currency_code' | 'cash_id'>
type Location = ReturnType<typeof locationNear>

/** A partner opens a transaction, the agent looks it up and confirms it. Answers its ID. */
export async function trade(service: PlayerService, agent: DemoAgent, payment: Payment, at?: Location) {
  const opened = await service.open({ ...payment, currency_code: agent.currency, cash_id: agent.cashId })
  const location = at ?? locationNear(agent)
  await agent.call(lookUpTransaction, { transaction_id: opened.transaction_id, ...location })
  await confirm(agent, payment, opened, location)
  return opened.transaction_id
}

export const confirm = (
  agent: DemoAgent,
  { type, amount }: Pick<Payment, 'type' | 'amount'>,
  { transaction_id, security_code }: Opened,
  location: Location = locationNear(agent),
) =>
  agent.call(
    confirmPayment,
    {
      type,
      transaction_id,
      amount,
      ...(type === 'withdraw' ? { security_code } : {}),
      ...location,
    },
    newKey(),
  )

export const isRefused = (error: unknown, code: string) => error instanceof CallFailure && error.code === code

/** USDT on the sandbox's Tron network; the server credits it when its block is solid. */
export async function topUp(sandbox: Sandbox, agent: DemoAgent, usdt: number): Promise<void> {
  const before = await balanceOf(agent)
  await sendTokens(sandbox, agent, usdt, 'usdt')
  const deadline = Date.now() + CREDITED_WITHIN_MS
  while (Date.now() < deadline) {
    const { user } = await agent.call(checkWallets, {})
    if ((parseMinor(user.channel.balance) ?? 0n) > before) return
    await wait(LOOK_AGAIN_MS)
  }
  throw new Error(`the top-up of ${agent.name} was not credited: is a worker running?`)
}

export async function sendTokens(sandbox: Sandbox, agent: DemoAgent, amount: number, token: 'usdt' | 'fake') {
  const { wallets } = await agent.call(getWallets, {})
  const address = wallets.find(({ type }) => type === 'tron')?.wallet
  if (!address) throw new Error(`${agent.name} has no Tron address`)
  await sandbox.post('/tron/send', { to: address, amount: `${amount}.00`, token })
  await sandbox.post('/tron/mine', { blocks: BLOCKS_UNTIL_SOLID })
}

export async function balanceOf(agent: DemoAgent): Promise<bigint> {
  const { user } = await agent.call(getProfile, {})
  return parseMinor(user.channel.balance) ?? 0n
}
