import type { InputOf } from '@cashbox/contract'
import { activatePartnerKey, createPartnerKey } from '@cashbox/contract/operator'
import { agree } from './agree.ts'
import type { OperatorClient } from './operator-client.ts'

/** Presses the button of a one-time link, as the partner does. */
export const pressLink = (address: string, link: string) =>
  fetch(`${address}/partner-secret`, {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(link).hash.slice(1) }),
  })

export async function openSecret(address: string, link: string): Promise<string> {
  const page = await (await pressLink(address, link)).text()
  const [secret] = /whsec_[A-Za-z0-9+/=]+/.exec(page) ?? []
  if (secret === undefined) throw new Error('the page shows no secret')
  return secret
}

/** A key whose secret the partner has, and which a second admin approved. */
export async function makePartnerKey(address: string, admin: OperatorClient, input: InputOf<typeof createPartnerKey>) {
  const { code, reason } = input
  const { payload, failure } = await admin.call(createPartnerKey, input)
  if (!payload) throw new Error(failure.message)
  const { key_id, link } = payload
  const secret = await openSecret(address, link)
  await agree(address, await admin.call(activatePartnerKey, { code, key_id, reason }))
  return { id: key_id, secret }
}
