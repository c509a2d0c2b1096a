import type { ParsedInputOf } from '@cashbox/contract'
import { type removePasskey as call, type finishPasskey as finishCall, Passkey } from '@cashbox/contract/operator'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal, refuseBroken } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { mailOperator } from './operator-link.ts'
import { checkOwnPassword } from './own-account/operator-api.ts'

const columns = {
  ...columnsFor(Passkey),
  id: col.uuid,
  credential_id: col.text,
  public_key: col.text,
  counter: col.int8,
  transports: col.textArray,
}

type PasskeyRow = Awaited<ReturnType<typeof readPasskeys>>[number]

const MAX_PASSKEYS = 10

/** Ed25519, P-256 and RSA. */
const ALGORITHMS = [-8, -7, -257]

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000

export const listPasskeys = async (db: Queryable, { operatorId }: SignedInOperator) => ({
  list: (await readPasskeys(db, operatorId)).map(toPasskey),
})

/** Requires the password: a person at an unattended session must not add a passkey. */
export async function beginPasskey(services: Services, operator: SignedInOperator, password: string) {
  const { db } = services
  if (!operator.has_two_factor) throw refusal('two_factor_missing')
  await checkOwnPassword(services, operator, password)
  const known = await readPasskeys(db, operator.operatorId)
  if (known.length >= MAX_PASSKEYS) throw refusal('passkey_limit_reached')
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
  await saveChallenge(services, operator, options.challenge)
  return { options: { ...options } }
}

export async function finishPasskey(
  services: Services,
  operator: SignedInOperator,
  actor: Actor,
  { name, response }: ParsedInputOf<typeof finishCall>,
) {
  const { db, clock } = services
  const { operatorId } = operator
  const credential = await verifyRegistration(services, await takeChallenge(db, services, operator), response)
  const id = uuidv7()
  const at = clock.now()
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`
        insert into operator_passkey (id, operator_id, credential_id, public_key, counter, transports, name, created_at)
        values (${id}, ${operatorId}, ${credential.id}, ${Buffer.from(credential.publicKey).toString('base64url')},
                ${BigInt(credential.counter)}, ${credential.transports ?? []}::text[], ${name}, ${at})`)
      const subject = { kind: 'operator', id: operatorId }
      await mailOperator(services, tx, operator, 'passkey_added')
      await writeAudit(tx, { at, actor }, subject, 'operator.add-passkey', { after: { passkey: name } })
    })
    .catch(refuseBroken({ operator_passkey_credential_id_key: 'passkey_wrong' }))
  const added = (await readPasskeys(db, operatorId)).find((passkey) => passkey.id === id)
  if (!added) throw refusal('not_found')
  return { passkey: toPasskey(added) }
}

export async function removePasskey(
  services: Services,
  operator: SignedInOperator,
  actor: Actor,
  { passkey_id: passkeyId, password }: ParsedInputOf<typeof call>,
) {
  const { db, clock } = services
  const { operatorId } = operator
  await checkOwnPassword(services, operator, password)
  await db.transaction(async (tx) => {
    const [removed] = await query(tx, { name: col.text })`
      delete from operator_passkey where id = ${passkeyId} and operator_id = ${operatorId} returning name`
    if (!removed) throw refusal('not_found')
    await writeAudit(tx, { at: clock.now(), actor }, { kind: 'operator', id: operatorId }, 'operator.remove-passkey', {
      before: { passkey: removed.name },
    })
  })
  return {}
}

export const readPasskeys = (db: Queryable, operatorId: string) =>
  query(db, columns)`
    select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from operator_passkey where operator_id = ${operatorId} order by created_at, id`

export const describeCredential = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
})

export const saveChallenge = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { sessionId }: SignedInOperator,
  challenge: string,
) =>
  db.execute(sql`
    update operator_session set passkey_challenge = ${challenge},
      passkey_challenge_until = ${new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS)}
    where id = ${sessionId}`)

/** A challenge works once. */
export async function takeChallenge(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  { sessionId }: SignedInOperator,
): Promise<string> {
  const [row] = await query(db, { challenge: col.text })`
    with taken as (
      select id, passkey_challenge as challenge from operator_session
      where id = ${sessionId} and passkey_challenge_until > ${clock.now()} for update)
    update operator_session set passkey_challenge = null, passkey_challenge_until = null
    from taken where operator_session.id = taken.id returning taken.challenge`
  if (!row) throw refusal('passkey_wrong')
  return row.challenge
}

/** Passkeys work only on pages of the public host. */
export const siteOf = ({ config }: Services) => {
  const { hostname, origin } = new URL(config.consoleUrl)
  return { rpID: hostname, origin }
}

/** Loaded on first use: it takes longer to load than the rest of the server. */
export const webauthn = () => import('@simplewebauthn/server')

async function verifyRegistration(services: Services, expectedChallenge: string, response: object) {
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

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at,
  last_used_at,
})
