import * as account from './account.ts'
import * as auth from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import * as payments from './payments.ts'
import * as tools from './tools.ts'
import * as user from './user.ts'

/** Every call of the agent API, in the order people read about them. */
export const agentApi: readonly Endpoint[] = [
  auth.logIn,
  auth.logOut,
  auth.register,
  auth.verifyEmail,
  auth.resendVerification,
  auth.requestPasswordReset,
  auth.resetPassword,
  auth.requestDemo,
  auth.verifyDemo,
  tools.getSettings,
  tools.getTranslations,
  tools.getDictionaries,
  tools.getCaptcha,
  user.getProfile,
  user.setTimezone,
  account.changePassword,
  account.listOwnSessions,
  account.endOtherSessions,
  user.getWallets,
  user.checkWallets,
  user.orderPerfectMoney,
  user.listTopups,
  payments.listPending,
  payments.lookUpTransaction,
  payments.confirmPayment,
  payments.listHistory,
  payments.getStats,
]
