import * as z from 'zod/mini'
import { User } from './agent.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { text } from './fields.ts'
import { AmountInput } from './money.ts'

export const walletTypes = ['tron', 'perfect-money'] as const
export type WalletType = (typeof walletTypes)[number]

const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

export const Wallet = z.object({
  type: z.enum(walletTypes),
  name: z.string(),
  network: z.nullable(z.string()),
  /** The address to send to; null where the provider's own page takes over. */
  wallet: z.nullable(z.string()),
  min_deposit: decimal,
  coin: z.string(),
  offset_percent: decimal,
  /** Channel currency for one coin. */
  rate: decimal,
})
export type Wallet = z.infer<typeof Wallet>

const WithUser = z.object({ user: User })

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  access: 'agent',
  summary: 'The signed-in agent with status and balance.',
  input: Nothing,
  output: WithUser,
})

export const setTimezone = endpoint({
  method: 'POST',
  path: '/user/timezone',
  access: 'agent',
  summary: 'Keep the time zone that the agent reads dates in.',
  input: z.strictObject({ timezone: text(64) }),
  output: WithUser,
  refusals: ['timezone_unknown'],
})

export const getWallets = endpoint({
  method: 'GET',
  path: '/user/wallet',
  access: 'agent',
  summary: 'The ways to top up, with address, minimum, offset and rate.',
  input: Nothing,
  output: z.object({ wallets: z.array(Wallet) }),
})

export const checkWallets = endpoint({
  method: 'GET',
  path: '/user/wallet/check',
  access: 'agent',
  summary: 'Look at the wallets now, and answer with the fresh agent.',
  input: Nothing,
  output: WithUser,
})

export const PerfectMoneyOrder = z.object({
  account: z.string(),
  name: z.string(),
  payment_id: z.string(),
  status_url: z.string(),
  payment_units: z.string(),
  action_url: z.string(),
})

export const orderPerfectMoney = endpoint({
  method: 'POST',
  path: '/user/deposit/perfect-money',
  access: 'agent',
  summary: 'Open a Perfect Money order for the amount, in units of the provider. One element.',
  input: z.strictObject({ amount: AmountInput }),
  output: z.array(PerfectMoneyOrder),
  refusals: ['below_minimum', 'demo_not_allowed', 'wallet_unavailable', 'agent_not_active', 'invalid_amount'],
})
