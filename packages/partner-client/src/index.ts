export { type DailyFile, FileNotVerified, verifyFile, verifyStatement } from './daily-file.ts'
export { CashboxRefusal, CashboxUnreachable } from './errors.ts'
export { createPartner, type Partner } from './partner.ts'
export type { OwnRecord, ReconcileOptions, Reconciliation } from './reconcile.ts'
export type { PartnerOptions } from './send.ts'
export { type SignedParts, signRequest } from './sign-request.ts'
export type * from './types.ts'
export {
  answerPlayer,
  type PlayerReply,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookNotVerified,
} from './verify-webhook.ts'
