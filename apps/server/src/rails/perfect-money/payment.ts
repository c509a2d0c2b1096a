/** Money that reached an account of ours, by the word of the provider. */
export interface Payment {
  /** The provider's number of it. */
  readonly batch: string
  /** Our reference, as the payer's form gave it: not to be trusted. */
  readonly paymentId: string
  readonly payeeAccount: string
  readonly payerAccount: string
  readonly units: string
  /** Hundredths, rounded down. */
  readonly amountMinor: bigint
  /** False when something smaller than hundredths was left out. */
  readonly isWhole: boolean
  readonly at: Date
}

interface PaymentTexts {
  readonly batch: string
  readonly paymentId: string
  readonly payeeAccount: string
  readonly payerAccount: string
  readonly units: string
  readonly amount: string
}

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,20}))?$/
const BATCH = /^0*([1-9]\d{0,29})$/
const UNITS = /^[A-Z]{3}$/

/** Null when it makes no sense as a payment, from any source. */
export function readPayment({ batch, amount, ...texts }: PaymentTexts, at: Date | null): Payment | null {
  const number = BATCH.exec(batch)?.[1]
  const [isAmount, whole = '', fraction = ''] = AMOUNT.exec(amount) ?? []
  if (number === undefined || isAmount === undefined || at === null || !UNITS.test(texts.units)) return null
  const amountMinor = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
  if (amountMinor === 0n) return null
  return { ...texts, batch: number, amountMinor, isWhole: /^0*$/.test(fraction.slice(2)), at }
}
