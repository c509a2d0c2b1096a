import { randomBytes } from 'node:crypto'
import {
  addPartnerKey,
  createPartner,
  type OperatorRole,
  operatorRoles,
  setPartnerWebhook,
} from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
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
    openPartner(target, () => operators.admin, permissions)
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

async function openPartner(target: Target, admin: () => OperatorClient, permissions: readonly PartnerPermission[]) {
  const code = `attack-${randomBytes(4).toString('hex')}`
  const reason = 'To be attacked.'
  const created = await admin().call(createPartner, { code, name: 'A partner', reason })
  const { version } = created.payload.partner
  const { payload } = await admin().call(addPartnerKey, { code, version, reason, permissions: [...permissions] })
  const client = signingClient(
    { address: target.url, clock: { now: () => new Date() } },
    { id: payload.key_id, secret: payload.secret },
  )
  return {
    ...client,
    receiveAt: async (url: string) => {
      const { status, failure } = await admin().call(setPartnerWebhook, { code, version: version + 1, reason, url })
      if (status !== 200) throw new Error(`the webhook could not be set: ${failure.message}`)
    },
  }
}
