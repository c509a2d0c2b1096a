import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** A phone whose clock is further off than two minutes has to be set right. */
const MOST_OFFSET = 4
const RECOVERY_CODES = 10
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Cashbox', label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })

export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** What an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** What is known of the clock that makes an operator's codes. */
interface Phone {
  /** The period of the last code that was taken: no code works twice. */
  readonly lastStep: bigint
  /** How many periods its clock is off. */
  readonly offset: number
  /** The period of the last code that came a period too early or too late. */
  readonly missedStep: bigint | null
}

type Verdict =
  | { readonly is: 'right'; readonly step: bigint; readonly offset: number }
  | { readonly is: 'out of step'; readonly step: bigint }
  | { readonly is: 'wrong' }

/**
 * Takes the code of one period only. A code of the period beside it is refused; the code that follows it shows that the
 * phone's clock is off, and by how much (resynchronisation of RFC 6238).
 */
export function judgeCode(secret: string, code: string, phone: Phone, now: Date): Verdict {
  const { lastStep, offset, missedStep } = phone
  const present = Math.floor(now.getTime() / 1000 / PERIOD_S)
  const timestamp = now.getTime() + offset * PERIOD_S * 1000
  const delta = /^\d{6}$/.test(code) ? totpOf(secret).validate({ token: code, window: 1, timestamp }) : null
  if (delta === null) return { is: 'wrong' }
  const found = offset + delta
  const step = BigInt(present + found)
  if (step <= lastStep || Math.abs(found) > MOST_OFFSET) return { is: 'wrong' }
  if (delta === 0 || missedStep === step - 1n) return { is: 'right', step, offset: found }
  return { is: 'out of step', step }
}

const GROUPS = 7
const GROUP_LENGTH = 4

/** Ten codes that can be read aloud and typed. Each has 137 bits, so that a plain hash would hide it too. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'))

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Not six figures of an app, but the length of a recovery code. */
export const isRecoveryCode = (code: string) => plainCode(code).length === GROUPS * GROUP_LENGTH

/** As it was shown, however it was typed. */
export const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()
