import { type CallOptions, createCall } from '@cashbox/client/call'
import { observable } from '@cashbox/client/observable'
import { currentLanguage } from './language.ts'

export const API_BASE = '/operator/v1'
const REQUEST_TIMEOUT_MS = 30_000

interface ConsoleCallOptions extends CallOptions {
  /** The page asks by itself, which does not keep the session of an operator who has left the desk. */
  readonly isUnattended?: boolean
}

/** Counts the answers that said there is no session. */
export const signedOutAnswers = observable(0)

/** Makes a call of the contract. Every failure is thrown as a CallFailure. */
export const call = createCall<ConsoleCallOptions>({
  base: API_BASE,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: ({ isUnattended = false }) => ({
    // Shows the server that the call comes from here, and not from another site with the operator's cookie.
    'x-cashbox-console': '1',
    'x-language': currentLanguage(),
    ...(isUnattended ? { 'x-cashbox-unattended': '1' } : {}),
  }),
  onFailure({ status }) {
    if (status === 401) signedOutAnswers.set(signedOutAnswers.get() + 1)
  },
})
