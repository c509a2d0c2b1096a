import { randomInt } from 'node:crypto'
import type { Keyring } from '../../platform/secrets/keyring.ts'

const DIGITS = 6

export const newSecurityCode = () =>
  randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0')

/** What a sealed code is bound to. */
export const codePlace = (id: string) => `player_transaction.sealed_code ${id}`

/** A short code is hidden only by a key, and bound to its transaction so that equal codes don't look equal. */
export const hashSecurityCode = (keyring: Pick<Keyring, 'hash'>, transactionId: string, code: string) =>
  keyring.hash(`security code ${transactionId} ${code.toUpperCase()}`)
