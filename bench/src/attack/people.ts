import { randomBytes } from 'node:crypto'
import {
  addPartnerKey,
  createPartner,
  type OperatorRole,
  operatorRoles,
  setPartnerWebhook,
} from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { agree } from '../../../apps/server/test/agree.ts'
import { type OperatorClient, operatorOf } from '../../../apps/server/test/operator-client.ts'
import { signingClient } from '../../../apps/server/test/partner-client.ts'
import type { Target } from './target.ts'

export type People = Awaited<ReturnType<typeof gatherPeople>>

/** One operator of each role, and partners with a key each. */
export async function gatherPeople(target: Target) {
  const operators = Object.fromEntries(
    await Promise.all(operatorRoles.map(async (role) => [role, await operatorOf(target.url, role)] as const)),
  ) as Record<OperatorRole, OperatorClient>
  const partner = (permissions: readonly PartnerPermission[] = partnerPermissions) =>
    openPartner(target.url, () => operators.admin, permissions)
  return {
    operators,
    partner: await partner(),
    otherPartner: await partner(),
    readingPartner: await partner(['read']),
    /** After an attack has ended the session of the one before. */
    renewOperator: async (role: OperatorRole) => {
      operators[role] = await operatorOf(target.url, role)
    },
  }
}

/** A partner with a key that works. */
export async function openPartner(
  url: string,
  admin: () => OperatorClient,
  permissions: readonly PartnerPermission[] = partnerPermissions,
) {
  const code = `attack-${randomBytes(4).toString('hex')}`
  const reason = 'To be attacked.'
  const created = await admin().call(createPartner, { code, name: 'A partner', reason })
  const { version } = created.payload.partner
  const made = await admin().call(addPartnerKey, { code, version, reason, permissions: [...permissions] })
  await agree(url, made)
  const { payload } = made
  const client = signingClient(
    { address: url, clock: { now: () => new Date() } },
    { id: payload.key_id, secret: payload.secret },
  )
  return {
    ...client,
    code,
    receiveAt: async (receiver: string) => {
      // Made, given a key, and the key was approved.
      await agree(url, await admin().call(setPartnerWebhook, { code, version: version + 2, reason, url: receiver }))
    },
  }
}
