import { type CallOptions, createCall } from '@cashbox/client/call'
import { createCaptcha } from '@cashbox/client/captcha'
import { getCaptcha } from '@cashbox/contract'
import { pageTags } from '@cashbox/contract/app-page'
import { emit } from './events.ts'
import { fillDefaults } from './fill-defaults.ts'
import { currentLanguage } from './language/language.ts'
import { currentSession } from './session/session.ts'
import { notify } from './toasts.ts'

/** Where the API is. The server writes it into the page, so that one build runs anywhere. */
export const apiBase: string =
  document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.apiBase}"]`)?.content.replace(/\/+$/, '') ?? '/api'

const REQUEST_TIMEOUT_MS = 50_000

export interface AgentCallOptions extends CallOptions {
  /** A 403 is handled by the caller, and does not end the session. */
  readonly ignore403?: boolean
  /** The caller handles every failure. */
  readonly ignoreErrors?: boolean
}

export function callHeaders(): Readonly<Record<string, string>> {
  const { token } = currentSession()
  return { 'x-language': currentLanguage(), ...(token ? { authorization: `Bearer ${token}` } : {}) }
}

export const call = createCall<AgentCallOptions>({
  base: apiBase,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: callHeaders,
  complete: fillDefaults,
  onFailure({ status, errors, serverMessage }, { options: { ignore403, ignoreErrors }, headers }) {
    // An answer to an earlier session says nothing about this one.
    if (headers['authorization'] !== callHeaders()['authorization']) return
    if (status === 401) emit('logout')
    if (status === 403 && !ignore403 && !ignoreErrors) emit('logout')
    if (status === 422 && !ignoreErrors && errors['maintenance']) notify('error', serverMessage)
  },
})

export const { setUp: setUpCaptcha, solve: solveCaptcha } = createCaptcha((action) =>
  call(getCaptcha, action ? { action } : {}, { ignoreErrors: true }),
)
