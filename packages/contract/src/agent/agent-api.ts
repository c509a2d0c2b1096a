import type { Endpoint } from '../endpoint.ts'
import * as account from './account.ts'
import * as auth from './auth.ts'
import * as files from './files.ts'
import * as notices from './notices.ts'
import * as payments from './payments.ts'
import * as players from './players.ts'
import * as points from './points.ts'
import * as receipts from './receipts.ts'
import * as shop from './shop.ts'
import * as statement from './statement.ts'
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
  tools.getTermsOfUse,
  tools.getCaptcha,
  user.getProfile,
  user.setTimezone,
  user.getOwnTerms,
  account.changePassword,
  account.requestEmailChange,
  account.confirmEmailChange,
  account.stopEmailChange,
  account.listOwnSessions,
  account.endOtherSessions,
  user.getForecast,
  notices.listNotices,
  notices.readNotices,
  notices.getNoticeSettings,
  notices.setNoticeSettings,
  notices.addPushDevice,
  notices.removePushDevice,
  user.getWallets,
  user.checkWallets,
  user.orderPerfectMoney,
  user.listTopups,
  statement.listStatement,
  statement.readStatementLine,
  statement.explainBalance,
  files.requestFile,
  files.downloadFile,
  payments.listPending,
  payments.lookUpTransaction,
  payments.confirmPayment,
  players.listPlayerPartners,
  players.checkPlayer,
  players.depositForPlayer,
  payments.listHistory,
  payments.searchHistory,
  payments.getStats,
  receipts.issueReceipt,
  points.listPoints,
  points.switchPoint,
  points.requestPoint,
  shop.readShop,
  shop.addShopDevice,
  shop.enrolShopDevice,
  shop.trustShopDevice,
  shop.revokeShopDevice,
  shop.inviteStaff,
  shop.resetPin,
  shop.changeStaff,
  shop.stopStaff,
  shop.readLockScreen,
  shop.joinShop,
  shop.unlockShop,
  shop.openOwnShift,
  shop.closeShift,
  shop.listShifts,
]
