import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import { endSession } from '../../access/sessions.ts'
import { requestDemo, verifyDemo } from './demo.ts'
import { confirmEmailChange, requestEmailChange, stopEmailChange } from './email-change.ts'
import { type AuthServices, endOtherSessions, listOwnSessions, logIn } from './log-in.ts'
import { changePassword, requestReset, resetPassword } from './passwords.ts'
import { register, resendVerification, verifyEmail } from './register.ts'

export const authRoutes = (services: AuthServices): AgentRoute[] => [
  route(contract.logIn, ({ input, caller }) => logIn(services, input, caller)),
  route(contract.logOut, async ({ agent }) => {
    await endSession(services, agent.sessionId)
    return {}
  }),
  route(contract.register, async ({ input, caller }) => {
    await register(services, input, caller)
    return {}
  }),
  route(contract.verifyEmail, ({ input, caller }) => verifyEmail(services, input, caller)),
  route(contract.resendVerification, async ({ input, caller }) => {
    await resendVerification(services, input, caller)
    return {}
  }),
  route(contract.requestPasswordReset, async ({ input, caller }) => {
    await requestReset(services, input, caller)
    return {}
  }),
  route(contract.resetPassword, async ({ input, caller }) => {
    await resetPassword(services, input, caller)
    return {}
  }),
  route(contract.changePassword, async ({ input, agent }) => {
    await changePassword(services, input, agent)
    return {}
  }),
  route(contract.requestEmailChange, async ({ input, agent }) => {
    await requestEmailChange(services, input, agent)
    return {}
  }),
  route(contract.confirmEmailChange, ({ input, caller }) => confirmEmailChange(services, input, caller)),
  route(contract.stopEmailChange, async ({ input, caller }) => {
    await stopEmailChange(services, input, caller)
    return {}
  }),
  route(contract.listOwnSessions, ({ agent }) => listOwnSessions(services, agent)),
  route(contract.endOtherSessions, ({ input, agent }) => endOtherSessions(services, input, agent)),
  route(contract.requestDemo, async ({ input, caller }) => {
    await requestDemo(services, input, caller)
    return {}
  }),
  route(contract.verifyDemo, ({ input, caller }) => verifyDemo(services, input, caller)),
]
