import { observable, useObservable } from '@cashbox/client/observable'
import { useOperator } from '../../platform/session.ts'

export interface UnkeptSecret {
  /** Who asked for it: nobody else reads it, not even at the same desk. */
  readonly operatorId: string
  readonly partnerName: string
  /** Null for the secret of a webhook. */
  readonly keyId: string | null
  readonly secret: string
}

/** A secret that was shown and not yet kept: nothing may take it off the screen before that. */
const unkept = observable<UnkeptSecret | null>(null)

export function useUnkeptSecret(): UnkeptSecret | null {
  const { id } = useOperator()
  const secret = useObservable(unkept)
  return secret?.operatorId === id ? secret : null
}

export const holdSecret = (secret: UnkeptSecret): void => unkept.set(secret)
export const dropSecret = (): void => unkept.set(null)
