import { formatMinor, OTHER_TOKEN, parseMinor, receivedAmount } from '@cashbox/contract'
import type { HeldTopup, KnownAgent, MoneyKind, WholeTransaction } from '@cashbox/contract/operator'
import { plainAmount, type WishValues } from './wishes.ts'

export interface Move {
  readonly account: 'float' | 'commission'
  readonly now: string
  readonly after: string
}

/** What a wish would do, as far as can be told before it is sent. */
export interface Plan {
  /** Of the money that is moved, without a sign. */
  readonly amount: string
  readonly asset: string
  readonly moves: readonly Move[]
  /** The float would be lower than it may be. */
  readonly isBelow: boolean
  /** The server works it out anew when it is sent. */
  readonly isAbout: boolean
}

/** What is known of the things that a wish is about; null for what it is not about, or is not there. */
export interface Subject {
  readonly agent: KnownAgent | null
  readonly topup: HeldTopup | null
  readonly transaction: WholeTransaction | null
  /** Of the coin in the agent's currency, at this moment. */
  readonly rate: string | null
  readonly offsetPercent: string
}

/** Null while something is missing or makes no sense. */
export function planOf(kind: MoneyKind, values: WishValues, subject: Subject): Plan | null {
  if (kind === 'suspense_return') return planReturn(subject)
  const { agent } = subject
  if (!agent) return null
  const sums = sumsOf(kind, values, { ...subject, agent })
  if (!sums) return null
  const { float, commission } = sums
  const after = minorOf(agent.balance) + float
  const commissionNow = minorOf(agent.commission)
  return {
    amount: formatMinor(float < 0n ? -float : float),
    asset: agent.channel.currency_code,
    moves: [
      { account: 'float', now: agent.balance, after: formatMinor(after) },
      ...(commission === 0n
        ? []
        : [{ account: 'commission' as const, now: agent.commission, after: formatMinor(commissionNow + commission) }]),
    ],
    isBelow: float < 0n && after < -minorOf(agent.credit_line ?? '0.00'),
    isAbout: kind === 'suspense_credit' && plainAmount(values.rate) === '',
  }
}

interface Sums {
  readonly float: bigint
  readonly commission: bigint
}

/** What is added to each of the two accounts. */
function sumsOf(kind: MoneyKind, values: WishValues, subject: Subject & { agent: KnownAgent }): Sums | null {
  if (kind === 'reversal') return reversalOf(subject)
  if (kind === 'suspense_credit') return creditOf(values, subject)
  const typed = plainAmount(values.amount)
  const amount = kind === 'settlement' && typed === '' ? minorOf(subject.agent.commission) : (parseMinor(typed) ?? 0n)
  if (amount <= 0n) return null
  if (kind === 'settlement') return { float: amount, commission: -amount }
  const isTaken = kind === 'payout' || values.direction === 'take'
  return { float: isTaken ? -amount : amount, commission: 0n }
}

/** A deposit took from the float, so taking it back adds; the fee goes with it. */
function reversalOf({ transaction }: Subject): Sums | null {
  if (transaction?.state !== 'confirmed' || !transaction.confirmation) return null
  const amount = minorOf(transaction.amount)
  const fee = minorOf(transaction.confirmation.fee)
  return { float: transaction.type === 'deposit' ? amount : -amount, commission: -fee }
}

function creditOf(values: WishValues, { topup, rate, offsetPercent }: Subject): Sums | null {
  if (!topup || topup.coin === OTHER_TOKEN) return null
  const typed = plainAmount(values.rate)
  const known = typed === '' ? topup.received : null
  const received = known ?? receivedAmount(topup.sent, typed === '' ? (rate ?? '') : typed, offsetPercent)
  const float = minorOf(received ?? '0.00')
  return float > 0n ? { float, commission: 0n } : null
}

const planReturn = ({ topup }: Subject): Plan | null =>
  topup && { amount: topup.sent, asset: topup.coin, moves: [], isBelow: false, isAbout: false }

/** "-12.50" → -1250n, as the server writes amounts. */
function minorOf(amount: string): bigint {
  const minor = parseMinor(amount.replace('-', '')) ?? 0n
  return amount.startsWith('-') ? -minor : minor
}

/** Whether one sum is more than another, however many decimals they have. */
function isMore(one: string, other: string): boolean {
  const [scaled, against] = [one, other].map((text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(30, '0'))
  })
  return (scaled ?? 0n) > (against ?? 0n)
}

/** Whether a second operator has to approve: always, where no sum is set. */
export const needsSecond = ({ amount }: Pick<Plan, 'amount'>, above: string | null): boolean =>
  above === null || isMore(amount, above)
