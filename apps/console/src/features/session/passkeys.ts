import { askForPasskey, beginPasskey, enterPasskey, finishPasskey, listPasskeys } from '@cashbox/contract/operator'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { applySession, call, queryClient, refresh, sessionKeys, useAnswer } from '../../platform/session/session.ts'

export const usePasskeys = () => useAnswer(listPasskeys, {}, { select: ({ list }) => list })

/** After a change: the list, and whether the log-in may offer a passkey. */
export const refreshPasskeys = () =>
  Promise.all([refresh(listPasskeys.path), queryClient.invalidateQueries({ queryKey: sessionKeys.current })])

export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const { options } = await call(beginPasskey, { password })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  await call(finishPasskey, { name, response: { ...response, response: { ...response.response } } })
  await refreshPasskeys()
}

export async function logInWithPasskey(): Promise<void> {
  const { options } = await call(askForPasskey, {})
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  await applySession(
    (await call(enterPasskey, { response: { ...response, response: { ...response.response } } })).session,
  )
}
