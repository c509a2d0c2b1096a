import * as contract from '@cashbox/contract/operator'
import { endOperatorSession } from '../../../domain/operators/operator-sessions.ts'
import { type OperatorRoute, operatorRoute } from '../operator-api.ts'
import { listAudit } from './list-audit.ts'
import { logIn, showSession } from './log-in.ts'
import { changeOperator, changeOwnPassword, createOperator, listOperators } from './manage-operators.ts'
import * as factor from './second-factor.ts'
import type { OperatorServices } from './services.ts'

export const operatorRoutes = (services: OperatorServices): OperatorRoute[] => [
  operatorRoute(contract.logInOperator, (context) => logIn(services, context)),
  operatorRoute(contract.readSession, async ({ operator }) => ({ session: showSession(operator) })),
  operatorRoute(contract.enterCode, ({ operator, actor, input }) =>
    factor.enterCode(services, operator, actor, input.code),
  ),
  operatorRoute(contract.beginEnrolment, ({ operator }) => factor.beginEnrolment(services, operator)),
  operatorRoute(contract.finishEnrolment, ({ operator, actor, input }) =>
    factor.finishEnrolment(services, operator, actor, input.code),
  ),
  operatorRoute(contract.changeOwnPassword, ({ operator, actor, input }) =>
    changeOwnPassword(services, input, operator, actor),
  ),
  operatorRoute(contract.logOutOperator, async ({ operator, setCookie }) => {
    await endOperatorSession(services.db, operator.sessionId, services.clock.now())
    setCookie(null)
    return {}
  }),
  operatorRoute(contract.listOperators, () => listOperators(services.db)),
  operatorRoute(contract.createOperator, async ({ actor, input }) => ({
    operator: await createOperator(services.db, input, actor, services.clock.now()),
  })),
  operatorRoute(contract.changeOperator, ({ operator, actor, input }) =>
    changeOperator(services, input, operator, actor),
  ),
  operatorRoute(contract.listAudit, ({ input }) => listAudit(services.db, input)),
]
