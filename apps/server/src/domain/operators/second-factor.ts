import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** Clocks of phones may be one period off. */
const WINDOW = 1
const RECOVERY_CODES = 10
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Cashbox', label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })

export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** What an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** The period that a code belongs to, later than the last one that was taken; null when there is none. */
export function matchCode(secret: string, code: string, lastStep: bigint, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp })
  if (delta === null) return null
  const step = BigInt(Math.floor(timestamp / 1000 / PERIOD_S) + delta)
  return step > lastStep ? step : null
}

const GROUPS = 6
const GROUP_LENGTH = 4

/** Ten codes that can be read aloud and typed. Each has 117 bits, so that a plain hash would hide it too. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'))

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Not six figures of an app, but the length of a recovery code. */
export const isRecoveryCode = (code: string) => plainCode(code).length === GROUPS * GROUP_LENGTH

/** As it was shown, however it was typed. */
export const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()
