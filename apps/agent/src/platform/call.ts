import { type CallOptions, createCall } from '@cashbox/client/call'
import { pageTags } from '@cashbox/contract/app-page'
import { completeAnswer } from './complete-answer.ts'
import { emit } from './events.ts'
import { currentLanguage } from './language.ts'
import { notify } from './notices.ts'
import { currentSession } from './session.ts'

/** Where the API is. The server writes it into the page, so that one build runs anywhere. */
export const apiBase: string =
  document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.apiBase}"]`)?.content.replace(/\/+$/, '') ?? '/api'

const REQUEST_TIMEOUT_MS = 50_000

interface AgentCallOptions extends CallOptions {
  /** A 403 is handled by the caller, and does not end the session. */
  readonly ignore403?: boolean
  /** The caller handles every failure. */
  readonly ignoreErrors?: boolean
}

/** The session and the language, which go with every call. */
export function callHeaders(): Readonly<Record<string, string>> {
  const { token } = currentSession()
  return { 'x-language': currentLanguage(), ...(token ? { authorization: `Bearer ${token}` } : {}) }
}

/** Makes a call of the contract. Every failure is thrown as a CallFailure. */
export const call = createCall<AgentCallOptions>({
  base: apiBase,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: callHeaders,
  complete: completeAnswer,
  onFailure({ status, errors, serverMessage }, { options: { ignore403, ignoreErrors }, headers }) {
    // An answer to an earlier session says nothing about this one.
    if (headers['authorization'] !== callHeaders()['authorization']) return
    if (status === 401) emit('logout')
    if (status === 403 && !ignore403 && !ignoreErrors) emit('logout')
    if (status === 422 && !ignoreErrors && errors['maintenance']) notify('error', serverMessage)
  },
})
