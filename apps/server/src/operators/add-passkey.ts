import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { breaks } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { checkOwnPassword } from './check-own-password.ts'
import { keepChallenge, siteOf, takeChallenge, webauthn } from './passkey-challenge.ts'
import { describeCredential, readPasskeys, showPasskey } from './passkeys.ts'
import type { OperatorServices } from './services.ts'
import { tellOperator } from './tell-operator.ts'

const MOST = 10
/** Ed25519, P-256 and RSA: what devices have. */
const ALGORITHMS = [-8, -7, -257]

/** Asks for the password again: a session that was left open must not gain a second factor of its own. */
export async function beginPasskey(services: OperatorServices, operator: SignedInOperator, password: string) {
  const { db } = services
  if (!operator.hasTwoFactor) throw refusal('two_factor_missing')
  await checkOwnPassword(services, operator, password)
  const known = await readPasskeys(db, operator.operatorId)
  if (known.length >= MOST) throw refusal('passkey_limit_reached')
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Cashbox',
    rpID: siteOf(services).rpID,
    userName: operator.email,
    userDisplayName: operator.name,
    userID: new TextEncoder().encode(operator.operatorId),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(services, operator, options.challenge)
  return { options: { ...options } }
}

interface NewPasskey {
  readonly name: string
  readonly response: object
}

export async function finishPasskey(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  { name, response }: NewPasskey,
) {
  const { db, clock } = services
  const { operatorId } = operator
  const credential = await verify(services, await takeChallenge(db, services, operator), response)
  const id = uuidv7()
  const at = clock.now()
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into operator_passkey (id, operator_id, credential_id, public_key, counter, transports, name, created_at)
        values (${id}, ${operatorId}, ${credential.id}, ${Buffer.from(credential.publicKey).toString('base64url')},
                ${BigInt(credential.counter)}, ${credential.transports ?? []}::text[], ${name}, ${at})`)
      const subject = { kind: 'operator', id: operatorId }
      await tellOperator(services, tx, operator, 'passkey_added')
      await writeAudit(tx, { at, actor, action: 'operator.add-passkey', subject, after: { passkey: name } })
    })
  } catch (error) {
    if (breaks(error, 'operator_passkey_credential_id_key')) throw refusal('passkey_wrong')
    throw error
  }
  const added = (await readPasskeys(db, operatorId)).find((passkey) => passkey.id === id)
  if (!added) throw refusal('not_found')
  return { passkey: showPasskey(added) }
}

async function verify(services: OperatorServices, expectedChallenge: string, response: object) {
  const { rpID, origin } = siteOf(services)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw refusal('passkey_wrong')
  return registrationInfo.credential
}
