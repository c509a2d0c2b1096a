import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Actor } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { sql, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import { auditFailure } from './log-in.ts'
import type { OperatorServices } from './operator-link.ts'
import { describeCredential, keepChallenge, readPasskeys, siteOf, takeChallenge, webauthn } from './passkeys.ts'
import { finishSession, lockFactor, passed } from './second-factor.ts'

export async function askForPasskey(services: OperatorServices, operator: SignedInOperator) {
  const known = await readPasskeys(services.db, operator.operatorId)
  if (known.length === 0) throw refusal('passkey_wrong')
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    allowCredentials: known.map(describeCredential),
    userVerification: 'preferred',
  })
  await keepChallenge(services, operator, options.challenge)
  return { options: { ...options } }
}

/** Takes a passkey in place of a code. */
export async function enterPasskey(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  response: { readonly id: string },
) {
  const { db, limits } = services
  await limits.spend('recovery-account', operator.operatorId)
  const challenge = await takeChallenge(db, services, operator)
  const token = await db.transaction(async (tx) => {
    await lockFactor(tx, operator.operatorId)
    return (await matchPasskey(tx, services, operator, challenge, response))
      ? finishSession(tx, operator.sessionId)
      : null
  })
  if (token === null) {
    await auditFailure(services, { action: 'operator.code-failed', operatorId: operator.operatorId, actor })
    throw refusal('passkey_wrong')
  }
  return { session: passed(operator), token }
}

/** Signed by this key, for this challenge and site, and counted further than before: a copy of the key lags behind. */
async function matchPasskey(
  tx: Tx,
  services: OperatorServices,
  { operatorId }: SignedInOperator,
  expectedChallenge: string,
  response: { readonly id: string },
): Promise<boolean> {
  const passkey = (await readPasskeys(tx, operatorId)).find(({ credential_id }) => credential_id === response.id)
  if (!passkey) return false
  const { rpID, origin } = siteOf(services)
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      ...describeCredential(passkey),
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  await tx.execute(sql`
    update operator_passkey set counter = ${BigInt(authenticationInfo.newCounter)}, last_used_at = ${services.clock.now()}
    where id = ${passkey.id}`)
  return true
}
