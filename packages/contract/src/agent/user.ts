import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { seconds, text, wholeNumber } from '../fields.ts'
import { AmountInput, amountRefusals, Money } from '../money.ts'
import { User } from './agent.ts'

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

export const getProfile = endpoint('GET /user/profile', 'agent', {
  summary: 'The logged-in agent with status and balance.',
  output: WithUser,
})

export const setTimezone = endpoint('POST /user/timezone', 'agent', {
  summary: "Set the agent's time zone.",
  input: z.strictObject({ timezone: text(64) }),
  output: WithUser,
  refusals: ['timezone_unknown'],
})

export const OwnTerms = z.object({
  /** Name of the channel. */
  channel: z.string(),
  currency_code: z.string(),
  /** Hundredths of a percent. */
  deposit_fee_bp: z.int(),
  withdraw_fee_bp: z.int(),
  /** Null for no limit. */
  max_amount: z.nullable(Money),
  daily_limit: z.nullable(Money),
  /** Deposits and withdrawals confirmed on the day that counts now. */
  used_today: Money,
  /** When the next day begins. */
  renews_at: seconds,
  /** How far the balance may go below zero. */
  credit_line: Money,
})
export type OwnTerms = z.infer<typeof OwnTerms>

export const getOwnTerms = endpoint('GET /user/own-terms', 'agent', {
  summary: "The agent's channel, fees and limits, and how much of the daily limit is used.",
  output: z.object({ terms: OwnTerms }),
})

export const getWallets = endpoint('GET /user/wallet', 'agent', {
  summary: 'The top-up methods, with address, minimum, offset and rate.',
  output: z.object({ wallets: z.array(Wallet) }),
})

export const checkWallets = endpoint('GET /user/wallet/check', 'agent', {
  summary: 'Check the wallets for new top-ups now, and return the updated agent.',
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

export const orderPerfectMoney = endpoint('POST /user/deposit/perfect-money', 'agent', {
  summary:
    'Create a Perfect Money order for the amount, in the currency of the provider. Returns a list with one element.',
  input: z.strictObject({ amount: AmountInput }),
  output: z.array(PerfectMoneyOrder),
  refusals: [
    'below_minimum',
    'too_many_orders',
    'demo_not_allowed',
    'wallet_unavailable',
    'agent_not_active',
    ...amountRefusals,
  ],
})

export const topupStates = ['confirming', 'credited', 'held', 'returned', 'failed'] as const
export type TopupState = (typeof topupStates)[number]

/** Why a top-up was not credited automatically. */
export const topupReasons = [
  'below_minimum',
  'wrong_token',
  'no_rate',
  'too_small',
  'too_large',
  'providers_disagree',
  'one_provider',
  'unknown_order',
  'not_in_history',
  'payee_mismatch',
  'units_mismatch',
  'amount_mismatch',
  'order_expired',
  'order_already_paid',
] as const
export type TopupReason = (typeof topupReasons)[number]

/** Any other token, because a token can give itself any name. */
export const OTHER_TOKEN = '?'

/** Blocks on top of a transfer that make it final. */
export const CONFIRMATIONS_NEEDED = 19

export const Topup = z.object({
  id: z.string(),
  type: z.enum(walletTypes),
  state: z.enum(topupStates),
  /** Why it is held; null otherwise. */
  reason: z.nullable(z.enum(topupReasons)),
  coin: z.string(),
  /** What was sent, in the coin. */
  sent: decimal,
  /** Blocks on top of it so far; null where the rail has none. */
  confirmations: z.nullable(z.int()),
  /** Null until it is credited. */
  rate: z.nullable(decimal),
  offset_percent: z.nullable(decimal),
  received: z.nullable(Money),
  currency_code: z.nullable(z.string()),
  /** The transaction on the network, or the provider's batch number. */
  reference: z.string(),
  explorer_url: z.nullable(z.string()),
  /** Note of the operator who decided. */
  note: z.nullable(z.string()),
  seen_at: seconds,
  finished_at: z.nullable(seconds),
})
export type Topup = z.infer<typeof Topup>

export const listTopups = endpoint('GET /user/topups', 'agent', {
  summary: "The agent's top-ups, newest first. `before` is the ID of the last item on the previous page.",
  input: z.strictObject({ limit: z._default(wholeNumber(1, 100), 20), before: z.optional(z.uuid()) }),
  output: z.object({
    list: z.array(Topup),
    has_more: z.boolean(),
    /** Providers that are slow to respond. Top-ups through them appear later. */
    delayed: z.array(z.enum(walletTypes)),
  }),
})

export const getForecast = endpoint('GET /user/forecast', 'agent', {
  summary: "How long the balance lasts at the agent's own pace, and whether it is low.",
  output: z.object({
    /** Null when it can't be known: too little history, a balance that is not falling, an agent who may not confirm. */
    lasts_until: z.nullable(seconds),
    /** The sum that the agent chose, while the balance is below it; null otherwise. */
    low_below: z.nullable(Money),
  }),
})

/** Below the API base: a stream of server-sent events for the agent whose token is sent, as long as it is held open. */
export const LIVE_PATH = '/user/live'

/** What has changed and should be fetched again. */
export const liveTopics = ['transactions', 'balance', 'payments', 'topups', 'status', 'notices'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** The data of each event. */
export const LiveChange = z.object({ topics: z.array(z.enum(liveTopics)) })
