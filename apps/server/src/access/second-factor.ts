import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** In periods: the phone's clock may be off by two minutes. */
const MAX_OFFSET = 4
const RECOVERY_CODES = 10
const GROUPS = 7
const GROUP_LENGTH = 4
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The clock of the operator's authenticator app. */
interface PhoneClock {
  /** The period of the last accepted code: no code works twice. */
  readonly lastStep: bigint
  /** In periods. */
  readonly offset: number
  /** The period of the last code that was one period too early or too late. */
  readonly missedStep: bigint | null
}

type Verdict =
  | { readonly is: 'right'; readonly step: bigint; readonly offset: number }
  | { readonly is: 'out of step'; readonly step: bigint }
  | { readonly is: 'wrong' }

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Cashbox', label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })

export const newTotpSecret = () => new Secret({ size: 20 }).base32

export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/**
 * Accepts the code of one period only. A code of a neighbouring period is refused, but the next code in sequence then
 * proves that the phone's clock is off, and by how much (resynchronisation of RFC 6238).
 */
export function checkTotpCode(secret: string, code: string, phone: PhoneClock, now: Date): Verdict {
  const { lastStep, offset, missedStep } = phone
  const present = Math.floor(now.getTime() / 1000 / PERIOD_S)
  const timestamp = now.getTime() + offset * PERIOD_S * 1000
  const delta = /^\d{6}$/.test(code) ? totpOf(secret).validate({ token: code, window: 1, timestamp }) : null
  if (delta === null) return { is: 'wrong' }
  const found = offset + delta
  const step = BigInt(present + found)
  if (step <= lastStep || Math.abs(found) > MAX_OFFSET) return { is: 'wrong' }
  if (delta === 0 || missedStep === step - 1n) return { is: 'right', step, offset: found }
  return { is: 'out of step', step }
}

/** Easy to read aloud and type. Each has 137 bits, so an unsalted hash is enough. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'))

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const isRecoveryCode = (code: string) => plainCode(code).length === GROUPS * GROUP_LENGTH

/** Without the spaces and dashes that people type. */
export const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()
