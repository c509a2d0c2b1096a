import { type CallOptions, createCall } from '@cashbox/client/call'
import { CallFailure } from '@cashbox/client/call-failure'
import { observable } from '@cashbox/client/observable'
import { createQueryClient } from '@cashbox/client/query-client'
import { currentLanguage } from '../language/language.ts'

interface ConsoleCallOptions extends CallOptions {
  /** Polling must not extend the session of an operator who has left the desk. */
  readonly isUnattended?: boolean
}

export const API_BASE = '/operator/v1'
const REQUEST_TIMEOUT_MS = 30_000

/** Counts 401 answers. */
export const signedOutAnswers = observable(0)

/** The page can't read the cookie, so it numbers its sessions. */
let sessionNumber = 0

const send = createCall<ConsoleCallOptions>({
  base: API_BASE,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: ({ isUnattended = false }) => ({
    // Proves that the call comes from the console, and not from another site with the operator's cookie.
    'x-cashbox-console': '1',
    'x-language': currentLanguage(),
    ...(isUnattended ? { 'x-cashbox-unattended': '1' } : {}),
  }),
})

const FRESH_MS = 10_000

export const queryClient = createQueryClient(FRESH_MS)

export const beginSession = () => {
  sessionNumber += 1
}

/** Every failure is thrown as a CallFailure. */
export const call: typeof send = async (endpoint, input, options) => {
  const askedIn = sessionNumber
  try {
    return await send(endpoint, input, options)
  } catch (error) {
    const isSignedOut = error instanceof CallFailure && error.status === 401
    // An answer to an earlier session says nothing about this one.
    if (isSignedOut && askedIn === sessionNumber) signedOutAnswers.set(signedOutAnswers.get() + 1)
    throw error
  }
}
