import { AMOUNT, transactionId } from '../prepare.ts'

/** What an agent's app sends to confirm a deposit. */
export const confirmation = (number: number) => ({
  type: 'deposit',
  transaction_id: transactionId(number),
  amount: AMOUNT,
  geo_lat: '41.2995',
  geo_lon: '69.2401',
  geo_at: Math.floor(Date.now() / 1000),
})

/** AMOUNT in minor units: what a confirmed deposit takes from the float. */
export const AMOUNT_MINOR = 1000n
