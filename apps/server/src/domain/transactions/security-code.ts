import { randomInt } from 'node:crypto'
import { keyedHash } from '../../platform/secrets.ts'

const DIGITS = 6

export const newSecurityCode = () =>
  randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0')

/** A short code is hidden only by a key, and bound to its transaction so that equal codes don't look equal. */
export const hashSecurityCode = (secret: string, transactionId: string, code: string) =>
  keyedHash(secret, `security code ${transactionId} ${code.toUpperCase()}`)
