import * as contract from '@cashbox/contract'
import { type AgentRoute, route } from '../../access/admit-agent.ts'
import { endSession } from '../../access/sessions.ts'
import { requestDemo, verifyDemo } from './demo.ts'
import { confirmEmailChange, requestEmailChange, stopEmailChange } from './email-change.ts'
import { type AuthServices, endOtherSessions, listOwnSessions, logIn } from './log-in.ts'
import { requestLink } from './mail-link.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { register, verifyEmail } from './register.ts'

export const authRoutes = (services: AuthServices): AgentRoute[] => [
  route(contract.logIn, ({ input, caller }) => logIn(services, input, caller)),
  route(contract.logOut, async ({ agent }) => void (await endSession(services, agent.sessionId))),
  route(contract.register, ({ input, caller }) => register(services, input, caller)),
  route(contract.verifyEmail, ({ input, caller }) => verifyEmail(services, input, caller)),
  route(contract.resendVerification, ({ input, caller }) => requestLink(services, 'verify-email', input, caller)),
  route(contract.requestPasswordReset, ({ input, caller }) => requestLink(services, 'reset-password', input, caller)),
  route(contract.resetPassword, ({ input, caller }) => resetPassword(services, input, caller)),
  route(contract.changePassword, ({ input, agent }) => changePassword(services, input, agent)),
  route(contract.requestEmailChange, ({ input, agent }) => requestEmailChange(services, input, agent)),
  route(contract.confirmEmailChange, ({ input, caller }) => confirmEmailChange(services, input, caller)),
  route(contract.stopEmailChange, ({ input, caller }) => stopEmailChange(services, input, caller)),
  route(contract.listOwnSessions, ({ agent }) => listOwnSessions(services, agent)),
  route(contract.endOtherSessions, ({ input, agent }) => endOtherSessions(services, input, agent)),
  route(contract.requestDemo, ({ input, caller }) => requestDemo(services, input, caller)),
  route(contract.verifyDemo, ({ input, caller }) => verifyDemo(services, input, caller)),
]
