import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { isSameSecret, newToken } from '../platform/secrets/secrets.ts'
import type { OperatorServices } from './services.ts'

const DAYS = 180
const LIFETIME_S = DAYS * 24 * 60 * 60

interface Keeper {
  keep(cookie: string, lifetimeS: number): void
}

interface Device {
  readonly operatorId: string
  readonly deviceId: string
}

const signed = (keyring: Keyring, text: string) => keyring.hash(`operator device ${text}`)

/**
 * Leaves a cookie in a browser after its operator logged in there. It opens nothing. It has its own allowance of tries, so
 * that a stranger who guesses passwords can't keep the operator out.
 */
export function keepDevice(
  { keyring, clock }: Pick<OperatorServices, 'keyring' | 'clock'>,
  { keep }: Keeper,
  id: string,
) {
  const text = `${id}.${newToken()}.${clock.now().getTime() + LIFETIME_S * 1000}`
  keep(`${text}.${signed(keyring, text)}`, LIFETIME_S)
}

export function readDevice(keyring: Keyring, clock: Clock, cookie: string | undefined): Device | null {
  const [operatorId = '', deviceId = '', expires = '', signature = ''] = (cookie ?? '').split('.')
  const isOurs = isSameSecret(signature, signed(keyring, `${operatorId}.${deviceId}.${expires}`))
  return isOurs && Number(expires) > clock.now().getTime() ? { operatorId, deviceId } : null
}
