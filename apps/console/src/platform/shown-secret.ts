import { observable, useObservable } from '@cashbox/client/observable'
import { useOperator } from './session.ts'

export interface ShownSecret {
  /** The operator who asked for it: no one else may read it, not even at the same desk. */
  readonly operatorId: string
  readonly title: string
  /** Whose it is, and what to do with it. */
  readonly text: string
  /** Null for the secret of a webhook. */
  readonly keyId: string | null
  readonly secret: string
}

/** A secret that was shown and not yet kept: nothing may take it off the screen before that. */
const unkept = observable<ShownSecret | null>(null)

export function useShownSecret(): ShownSecret | null {
  const { id } = useOperator()
  const secret = useObservable(unkept)
  return secret?.operatorId === id ? secret : null
}

export const showSecretOnce = (secret: ShownSecret): void => unkept.set(secret)
export const forgetSecret = (): void => unkept.set(null)
