import { setTimeout as wait } from 'node:timers/promises'
import { type Fields, readOnlyFields, readSwitches, type Switches, usualSwitches, writtenAmount } from './fields.ts'
import { historyCsv } from './history.ts'
import { MEMO_LIMIT, type Order, readOrder, unitsOf } from './order.ts'
import { createCheckouts, openPaymentBook, type Payment } from './payment-book.ts'
import {
  type BrowserReturn,
  browserReturn,
  type Ending,
  postStatus,
  statusFields,
  type Twist,
  twistedFields,
} from './status-call.ts'

const PAYER_DIGITS = '7654321'

interface PerfectMoneyOptions {
  /** Where payments are kept; null keeps them until the process ends. */
  readonly directory: string | null
  readonly now: () => Date
  /** The merchant's alternate passphrase, which signs status calls. */
  readonly passphrase: string
  /** The merchant's login, for the history. */
  readonly accountId: string
  readonly passPhrase: string
}

export type PerfectMoney = Awaited<ReturnType<typeof createPerfectMoney>>

/** The provider on this machine. It speaks its protocol, and moves no money. */
export async function createPerfectMoney({ directory, now, passphrase, accountId, passPhrase }: PerfectMoneyOptions) {
  const book = await openPaymentBook(directory)
  const checkouts = createCheckouts(now)
  const stopping = new AbortController()
  const callsUnderWay = new Set<Promise<void>>()
  let switches = usualSwitches
  const nowS = () => Math.floor(now().getTime() / 1000)

  async function sendStatus(payment: Payment, kind: string, fields = statusFields(payment, passphrase)): Promise<void> {
    const sentAt = nowS()
    const posted = await postStatus(payment.order.status_url, fields, stopping.signal)
    await book.addCall(payment.batch, { kind, sent_at: sentAt, ...posted, fields })
  }

  async function sendStatusLater(payment: Payment, delayMs: number): Promise<void> {
    const isStopped = await wait(delayMs, false, { signal: stopping.signal }).catch(() => true)
    if (!isStopped) await sendStatus(payment, 'payment')
  }

  /** Takes the money, and notifies the merchant as the switches say. */
  async function charge(order: Order, memo: string, checkoutId: string | null): Promise<Payment> {
    const payment = await book.add({
      checkout_id: checkoutId,
      paid_at: nowS(),
      payer_account: order.payer_account ?? `${order.payee_account[0]}${PAYER_DIGITS}`,
      amount: writtenAmount(order.amount, switches.amounts),
      memo,
      order,
    })
    if (order.status_url === null || switches.status_calls === 'never') return payment
    if (switches.status_calls === 'before_return') await sendStatus(payment, 'payment')
    else {
      // The payment counts, whether the merchant is notified or not.
      const call = sendStatusLater(payment, switches.delay_seconds * 1000).catch(() => {})
      callsUnderWay.add(call)
      void call.then(() => callsUnderWay.delete(call))
    }
    return payment
  }

  /** Checkouts are forgotten with the process, payments are not. */
  function paidBefore(checkoutId: string): Ending | null {
    const payment = book.list().find(({ checkout_id }) => checkout_id === checkoutId)
    return payment ? { payment } : null
  }

  async function pay(checkoutId: string, memo: string | null): Promise<Ending | null> {
    const checkout = checkouts.find(checkoutId)
    if (!checkout) return paidBefore(checkoutId)
    const { order } = checkout
    if (checkout.end === 'cancelled') return { cancelled: order }
    const written = order.is_memo_fixed ? null : memo?.slice(0, MEMO_LIMIT)
    checkout.end ??= charge(order, written ?? order.suggested_memo, checkoutId)
    return { payment: await checkout.end }
  }

  async function cancel(checkoutId: string): Promise<Ending | null> {
    const checkout = checkouts.find(checkoutId)
    if (!checkout) return paidBefore(checkoutId)
    checkout.end ??= 'cancelled'
    return checkout.end === 'cancelled' ? { cancelled: checkout.order } : { payment: await checkout.end }
  }

  return {
    open: (form: Fields): string => checkouts.open(readOrder(form)),
    findOrder: (checkoutId: string): Order | null => checkouts.find(checkoutId)?.order ?? null,
    pay,
    cancel,
    returnOf: (ending: Ending): BrowserReturn => browserReturn(ending, passphrase),

    payments: () => book.list(),
    findPayment: book.find,
    payAtDesk: (body: unknown): Promise<Payment> => {
      const order = readOrder(deskOrder(readOnlyFields(body, deskFields)))
      return charge(order, order.suggested_memo, null)
    },
    /** The same order paid a second time, under another number. */
    payAgain: ({ order, memo }: Payment): Promise<Payment> => charge(order, memo, null),
    sendTwisted: (payment: Payment, twist: Twist): Promise<void> =>
      sendStatus(payment, twist, twistedFields(payment, twist, passphrase)),

    history: (fields: Fields): string => historyCsv(fields, { accountId, passPhrase }, book.list()),

    switches: (): Switches => switches,
    setSwitches: (body: unknown): Switches => {
      switches = readSwitches(body, switches)
      return switches
    },

    async close(): Promise<void> {
      stopping.abort()
      await Promise.allSettled(callsUnderWay)
    },
  }
}

const deskFields = ['PAYEE_ACCOUNT', 'PAYMENT_AMOUNT', 'PAYMENT_UNITS', 'PAYMENT_ID', 'STATUS_URL', 'SUGGESTED_MEMO']

/** No browser returns from the desk, and the account's letter gives its units. */
const deskOrder = (fields: Fields): Fields =>
  new Map([
    ['PAYEE_NAME', 'Paid at the desk'],
    ['PAYMENT_URL', 'http://localhost/'],
    ['NOPAYMENT_URL', 'http://localhost/'],
    ['BAGGAGE_FIELDS', ''],
    ['PAYMENT_UNITS', unitsOf(fields.get('PAYEE_ACCOUNT') ?? '')],
    ...fields,
  ])
