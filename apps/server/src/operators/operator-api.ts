import * as contract from '@cashbox/contract/operator'
import { only, sql, type Tx } from '@cashbox/postgres/database'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type OperatorContexts, type OperatorRoute, route } from '../access/admit-operator.ts'
import type { Actor } from '../access/audit.ts'
import { endOperatorSession, type SignedInOperator } from '../access/operator-sessions.ts'
import { changeRoute } from '../approvals/apply-or-request.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import {
  activateOperator,
  changeOperatorHandler,
  createOperator,
  createOperatorHandler,
  readOperators,
} from './change-operator.ts'
import { listAudit, listAuditOperators } from './list-audit.ts'
import { auditFailure, logIn, rememberDevice } from './log-in.ts'
import { accountRoutes, toOperatorSession } from './own-account/operator-api.ts'
import {
  beginPasskey,
  describeCredential,
  finishPasskey,
  listPasskeys,
  readPasskeys,
  removePasskey,
  saveChallenge,
  siteOf,
  takeChallenge,
  webauthn,
} from './passkeys.ts'
import {
  beginEnrolment,
  enterCode,
  finishEnrolment,
  finishSession,
  lockFactor,
  toCompleteSession,
} from './second-factor.ts'

export const operatorRoutes = (services: Services): OperatorRoute[] => [
  route(contract.logInOperator, (context) => logIn(services, context)),
  route(contract.activateOperator, ({ input, caller }) => activateOperator(services, input, caller)),
  route(contract.readSession, async ({ operator }) => ({ session: toOperatorSession(operator) })),
  route(contract.readLogInCaptcha, () => services.captcha.describe('login')),
  route(contract.enterCode, async ({ operator, actor, input, ...visit }) =>
    completeLogIn(services, operator, visit, await enterCode(services, operator, actor, input.code)),
  ),
  route(contract.beginEnrolment, ({ operator }) => beginEnrolment(services, operator)),
  route(contract.finishEnrolment, async ({ operator, actor, input, ...visit }) =>
    completeLogIn(services, operator, visit, await finishEnrolment(services, operator, actor, input.code)),
  ),
  route(contract.listPasskeys, ({ operator }) => listPasskeys(services.db, operator)),
  route(contract.beginPasskey, ({ operator, input }) => beginPasskey(services, operator, input.password)),
  route(contract.finishPasskey, ({ operator, actor, input }) => finishPasskey(services, operator, actor, input)),
  route(contract.removePasskey, ({ operator, actor, input }) => removePasskey(services, operator, actor, input)),
  route(contract.askForPasskey, ({ operator }) => askForPasskey(services, operator)),
  route(contract.enterPasskey, async ({ operator, actor, input, ...visit }) =>
    completeLogIn(services, operator, visit, await enterPasskey(services, operator, actor, input.response)),
  ),
  ...accountRoutes(services),
  route(contract.logOutOperator, async ({ operator, setCookie }) => {
    await endOperatorSession(services.db, operator.sessionId, services.clock.now())
    setCookie(null)
  }),
  route(contract.listOperators, async ({ db }) => ({ list: await readOperators(db) })),
  route(contract.createOperator, ({ actor, input }) => createOperator(services, input, actor)),
  changeRoute(services, 'operator_change', changeOperatorHandler(services), async ({ operator_id }) => ({
    operator: only(await readOperators(services.db, operator_id)),
  })),
  route(contract.listAuditOperators, ({ db }) => listAuditOperators(db)),
  route(contract.listAudit, ({ db, input }) => listAudit(db, input)),
]

/** Sets the new session token and remembers the browser. */
function completeLogIn<Answer extends { readonly token: string }>(
  services: Services,
  { operatorId }: SignedInOperator,
  { setCookie, device }: Pick<OperatorContexts['operator'], 'setCookie' | 'device'>,
  { token, ...answer }: Answer,
): Omit<Answer, 'token'> {
  setCookie(token)
  rememberDevice(services, device, operatorId)
  return answer
}

export const operatorChanges = (services: Services) => ({
  operator_create: createOperatorHandler(services),
  operator_change: changeOperatorHandler(services),
})

async function askForPasskey(services: Services, operator: SignedInOperator) {
  const known = await readPasskeys(services.db, operator.operatorId)
  if (known.length === 0) throw refusal('passkey_wrong')
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    allowCredentials: known.map(describeCredential),
    userVerification: 'preferred',
  })
  await saveChallenge(services, operator, options.challenge)
  return { options: { ...options } }
}

async function enterPasskey(
  services: Services,
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
  return { session: toCompleteSession(operator), token }
}

/** The counter has to be higher than before: that of a copied key lags behind. */
async function matchPasskey(
  tx: Tx,
  services: Services,
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
