import { formatMinor, type Language, type OutputOf, type orderPerfectMoney, parseMinor } from '@cashbox/contract'

type Order = OutputOf<typeof orderPerfectMoney>[number]

const interfaceLanguages: Readonly<Record<Language, string>> = {
  en: 'en_US',
  ru: 'ru_RU',
  es: 'es_ES',
  fr: 'fr_FR',
  tr: 'tr_TR',
  ar: 'ar_AE',
}

export type PerfectMoneyForm = ReturnType<typeof perfectMoneyForm>

interface PerfectMoneyPayment {
  readonly order: Order
  readonly amount: string
  readonly language: Language
  readonly returnUrl: string
}

/** The provider returns by GET: a static app can read only the query. */
export const perfectMoneyForm = ({ order, amount, language, returnUrl }: PerfectMoneyPayment) => ({
  action: order.action_url,
  fields: {
    PAYEE_ACCOUNT: order.account,
    PAYEE_NAME: order.name,
    PAYMENT_ID: order.payment_id,
    PAYMENT_AMOUNT: formatMinor(parseMinor(amount) ?? 0n),
    PAYMENT_UNITS: order.payment_units,
    STATUS_URL: order.status_url,
    PAYMENT_URL: returnUrl,
    PAYMENT_URL_METHOD: 'GET',
    NOPAYMENT_URL: returnUrl,
    NOPAYMENT_URL_METHOD: 'GET',
    BAGGAGE_FIELDS: '',
    INTERFACE_LANGUAGE: interfaceLanguages[language],
  },
})

export const BATCH_NUMBER = 'PAYMENT_BATCH_NUM'

export type PerfectMoneyOutcome = 'success' | 'decline'

/** The provider sends a batch number for a payment and zero for none. */
export const outcomeOf = (batchNumber: string): PerfectMoneyOutcome =>
  Number(batchNumber) === 0 ? 'decline' : 'success'
