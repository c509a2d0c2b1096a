import * as contract from '@cashbox/contract/operator'
import { type OperatorContexts, type OperatorRoute, route } from '../access/admit-operator.ts'
import { endOperatorSession, type SignedInOperator } from '../access/operator-sessions.ts'
import { actOfChangeOperator, changeOperator, listOperators } from './change-operator.ts'
import { activateOperator, actOfCreateOperator, createOperator } from './create-operator.ts'
import { askForPasskey, enterPasskey } from './enter-passkey.ts'
import { listAudit } from './list-audit.ts'
import { keepDevice, logIn } from './log-in.ts'
import type { LetterServices, OperatorServices } from './operator-link.ts'
import {
  changeOwnPassword,
  endOtherSessions,
  listOwnSessions,
  setOwnLanguage,
  toOperatorSession,
} from './own-account.ts'
import { beginPasskey, finishPasskey, listPasskeys, removePasskey } from './passkeys.ts'
import { beginEnrolment, enterCode, finishEnrolment } from './second-factor.ts'

export const operatorRoutes = (services: OperatorServices): OperatorRoute[] => [
  route(contract.logInOperator, (context) => logIn(services, context)),
  route(contract.activateOperator, ({ input, caller }) => activateOperator(services, input, caller)),
  route(contract.readSession, async ({ operator }) => ({ session: toOperatorSession(operator) })),
  route(contract.readLogInCaptcha, () => services.captcha.describe('login')),
  route(contract.enterCode, async ({ operator, actor, input, ...visit }) =>
    finished(services, operator, visit, await enterCode(services, operator, actor, input.code)),
  ),
  route(contract.beginEnrolment, ({ operator }) => beginEnrolment(services, operator)),
  route(contract.finishEnrolment, async ({ operator, actor, input, ...visit }) =>
    finished(services, operator, visit, await finishEnrolment(services, operator, actor, input.code)),
  ),
  route(contract.listPasskeys, ({ operator }) => listPasskeys(services.db, operator)),
  route(contract.beginPasskey, ({ operator, input }) => beginPasskey(services, operator, input.password)),
  route(contract.finishPasskey, ({ operator, actor, input }) => finishPasskey(services, operator, actor, input)),
  route(contract.removePasskey, ({ operator, actor, input }) => removePasskey(services, operator, actor, input)),
  route(contract.askForPasskey, ({ operator }) => askForPasskey(services, operator)),
  route(contract.enterPasskey, async ({ operator, actor, input, ...visit }) =>
    finished(services, operator, visit, await enterPasskey(services, operator, actor, input.response)),
  ),
  route(contract.changeOwnPassword, ({ operator, actor, input }) =>
    changeOwnPassword(services, input, operator, actor),
  ),
  route(contract.setOwnLanguage, ({ operator, input }) => setOwnLanguage(services.db, operator, input.language)),
  route(contract.listOwnOperatorSessions, ({ operator }) => listOwnSessions(services, operator)),
  route(contract.endOtherOperatorSessions, ({ operator, actor, input }) =>
    endOtherSessions(services, input, operator, actor),
  ),
  route(contract.logOutOperator, async ({ operator, setCookie }) => {
    await endOperatorSession(services.db, operator.sessionId, services.clock.now())
    setCookie(null)
    return {}
  }),
  route(contract.listOperators, () => listOperators(services.db)),
  route(contract.createOperator, ({ actor, input }) => createOperator(services, input, actor)),
  route(contract.changeOperator, ({ actor, input }) => changeOperator(services, input, actor)),
  route(contract.listAudit, ({ input }) => listAudit(services.db, input)),
]

/** The session goes on under its new token, and the browser is known from now on. */
function finished<Answer extends { readonly token: string }>(
  services: OperatorServices,
  { operatorId }: SignedInOperator,
  { setCookie, device }: Pick<OperatorContexts['operator'], 'setCookie' | 'device'>,
  { token, ...answer }: Answer,
): Omit<Answer, 'token'> {
  setCookie(token)
  keepDevice(services, device, operatorId)
  return answer
}

export const operatorChanges = (services: LetterServices) => ({
  operator_create: actOfCreateOperator(services),
  operator_change: actOfChangeOperator(services),
})
