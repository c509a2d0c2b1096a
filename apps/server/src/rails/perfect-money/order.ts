import { randomBytes } from 'node:crypto'

/** Our reference; the hash of the status call covers it. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`

/** The payer can change the form, so the ID can be anything. */
export const isPaymentId = (text: string) => /^pm[0-9a-f]{20}$/.test(text)
