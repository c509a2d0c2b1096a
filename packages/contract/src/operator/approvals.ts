import * as z from 'zod/mini'
import { topupReasons } from '../agent/user.ts'
import { cashId, operatorLimit, pageOf, runningNumber, seconds, text } from '../fields.ts'
import { approveAgentOnTerms, decideAgent, setAgentTerms } from './agents.ts'
import { activateAlertDestination, changeAlertDestination } from './alert-destinations.ts'
import { type ApprovalKind, ApprovalRequest, approvalKinds, requestStates } from './approval-request.ts'
import { setChannelFees, setPlayerLimit } from './channels.ts'
import { setApprovalLimit } from './money.ts'
import { createMoneyRequest } from './money-requests.ts'
import { changeOperator, createOperator } from './operators.ts'
import {
  activatePartnerKey,
  changePartner,
  disablePartnerKey,
  setPartnerKeyRanges,
  setPartnerWebhook,
  setPartnerWithdrawalLimits,
} from './partners.ts'
import { setRate } from './rates.ts'
import { type OperatorEndpoint, type OperatorRole, operatorCall, operatorRoles, rolesOf } from './roles.ts'
import { setPartnerCover, setPartnerFees } from './settlement.ts'
import { setText } from './texts.ts'

/** The call behind each kind of change: its roles may also approve it, and its input is what is executed. */
export const changeCalls = {
  rate_set: setRate,
  agent_approve: approveAgentOnTerms,
  agent_terms: setAgentTerms,
  agent_restore: decideAgent,
  operator_create: createOperator,
  operator_change: changeOperator,
  approval_limit: setApprovalLimit,
  partner_change: changePartner,
  partner_key: activatePartnerKey,
  partner_key_expiry: disablePartnerKey,
  partner_key_ranges: setPartnerKeyRanges,
  partner_webhook: setPartnerWebhook,
  partner_limits: setPartnerWithdrawalLimits,
  partner_cover: setPartnerCover,
  partner_fees: setPartnerFees,
  channel_fees: setChannelFees,
  player_limit: setPlayerLimit,
  alert_destination: activateAlertDestination,
  alert_destination_change: changeAlertDestination,
  text_set: setText,
} as const

/** The call that creates a request of a kind. */
export const requestCallOf = (kind: ApprovalKind): OperatorEndpoint =>
  Object.hasOwn(changeCalls, kind) ? changeCalls[kind as keyof typeof changeCalls] : createMoneyRequest

/** The roles that may make a request may also approve it. Support asks to restore an agent, and does not decide. */
export const deciderRoles = (kind: ApprovalKind): readonly OperatorRole[] =>
  rolesOf(kind === 'agent_restore' ? setAgentTerms : requestCallOf(kind))

const One = z.object({ request: ApprovalRequest })
const readers = ['finance', 'risk', 'admin'] as const

export const listApprovalRequests = operatorCall('GET /approval-requests', readers, {
  readsReplica: true,
  summary:
    'List requests that move money or need a second operator, newest first. `for_me` lists those that you can decide. `cursor` is the number of the last item on the previous page.',
  input: z.strictObject({
    state: z.optional(z.enum(requestStates)),
    kind: z.optional(z.enum(approvalKinds)),
    cash_id: z.optional(cashId),
    subject_kind: z.optional(text(40)),
    subject_id: z.optional(text(200)),
    requested_by: z.optional(z.uuid()),
    for_me: z.optional(z.literal('true')),
    limit: operatorLimit,
    cursor: z.optional(runningNumber),
  }),
  output: pageOf(ApprovalRequest),
})

export const readApprovalRequest = operatorCall('GET /approval-requests/:request_id', readers, {
  summary: 'Read one request.',
  input: z.strictObject({ request_id: z.uuid() }),
  output: One,
})

export const WaitingChange = z.extend(
  z.pick(ApprovalRequest, { id: true, number: true, kind: true, subject: true, fields: true }),
  {
    /** The name of the operator who asked for it. */
    requested_by: z.string(),
  },
)
export type WaitingChange = z.infer<typeof WaitingChange>

/** What every operator can read. Requests about anything else are for the roles that read requests. */
const subjectsForAll: ReadonlySet<string> = new Set([
  'agent',
  'partner',
  'partner_key',
  'channel',
  'player_limit',
  'rate',
  'text',
])
export const mayReadWaiting = (role: OperatorRole, subjectKind: string): boolean =>
  subjectsForAll.has(subjectKind) || (readers as readonly OperatorRole[]).includes(role)

export const listWaitingChanges = operatorCall('GET /waiting-changes', operatorRoles, {
  summary:
    'List what waits for a second operator about one subject, such as an agent or a partner, or about all of its kind, newest first, at most 100.',
  input: z.strictObject({ subject_kind: text(40), subject_id: z.optional(text(200)) }),
  output: z.object({ list: z.array(WaitingChange) }),
  refusals: ['role_not_allowed'],
})

const seen = { request_id: z.uuid(), version: z.int() }

export const decideApprovalRequest = operatorCall('POST /approval-requests/:request_id/decision', readers, {
  summary:
    'Approve or reject a request of another operator. Needs the role that the request itself needs. An approved request is executed immediately; if that is no longer possible, it becomes failed, with the reason.',
  input: z.discriminatedUnion('decision', [
    z.strictObject({ ...seen, decision: z.literal('approve'), note: z.optional(text(300)) }),
    z.strictObject({ ...seen, decision: z.literal('reject'), note: text(300) }),
  ]),
  output: One,
  refusals: [
    'own_request_not_allowed',
    'own_account_not_allowed',
    'role_not_allowed',
    'daily_cap_reached',
    'request_expired',
    'version_conflict',
  ],
})

export const withdrawApprovalRequest = operatorCall('POST /approval-requests/:request_id/withdrawal', readers, {
  summary: 'Withdraw your own request while it is waiting.',
  input: z.strictObject(seen),
  output: One,
  refusals: ['not_the_requester', 'request_expired', 'version_conflict'],
})

export const WaitingItem = z.object({
  kind: z.enum(['application', 'request', 'held_topup']),
  id: z.string(),
  since: seconds,
  /** The agent, or what a request is about. Empty for a top-up that is not linked to an agent. */
  name: z.string(),
  /** Of a request. */
  request: z.nullable(z.enum(approvalKinds)),
  /** Why a top-up is held. */
  reason: z.nullable(z.enum(topupReasons)),
})
export type WaitingItem = z.infer<typeof WaitingItem>

export const countWaiting = operatorCall('GET /waiting-requests', operatorRoles, {
  summary:
    'Count what waits for you: requests of other operators, applications that are ready for review, held top-ups.',
  output: z.object({
    requests: z.int(),
    /** Counted up to 1,000, as held top-ups are. */
    applications: z.int(),
    held_topups: z.int(),
    /** The six that have waited longest, oldest first. */
    oldest: z.array(WaitingItem),
  }),
})
