import * as contract from '@cashbox/contract/operator'
import { endOperatorSession } from '../../../domain/operators/operator-sessions.ts'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { activateOperator } from './activate-operator.ts'
import { beginEnrolment } from './begin-enrolment.ts'
import { changeOperator } from './change-operator.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { createOperator } from './create-operator.ts'
import { enterCode } from './enter-code.ts'
import { finishEnrolment } from './finish-enrolment.ts'
import { listAudit } from './list-audit.ts'
import { listOperators } from './list-operators.ts'
import { logIn } from './log-in.ts'
import type { OperatorServices } from './services.ts'
import { showSession } from './show-session.ts'

export const operatorRoutes = (services: OperatorServices): OperatorRoute[] => [
  route(contract.logInOperator, (context) => logIn(services, context)),
  route(contract.activateOperator, ({ input, caller }) => activateOperator(services, input, caller)),
  route(contract.readSession, async ({ operator }) => ({ session: showSession(operator) })),
  route(contract.enterCode, ({ operator, actor, input }) => enterCode(services, operator, actor, input.code)),
  route(contract.beginEnrolment, ({ operator }) => beginEnrolment(services, operator)),
  route(contract.finishEnrolment, ({ operator, actor, input }) =>
    finishEnrolment(services, operator, actor, input.code),
  ),
  route(contract.changeOwnPassword, ({ operator, actor, input }) =>
    changeOwnPassword(services, input, operator, actor),
  ),
  route(contract.logOutOperator, async ({ operator, setCookie }) => {
    await endOperatorSession(services.db, operator.sessionId, services.clock.now())
    setCookie(null)
    return {}
  }),
  route(contract.listOperators, () => listOperators(services.db)),
  route(contract.createOperator, async ({ actor, input }) => ({
    operator: await createOperator(services, input, actor),
  })),
  route(contract.changeOperator, ({ operator, actor, input }) => changeOperator(services, input, operator, actor)),
  route(contract.listAudit, ({ input }) => listAudit(services.db, input)),
]
