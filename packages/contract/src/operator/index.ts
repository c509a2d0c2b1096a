import { agentPageCalls } from './agent-page.ts'
import { agentCalls } from './agents.ts'
import { alertDestinationCalls } from './alert-destinations.ts'
import { approvalCalls } from './approvals.ts'
import { auditCalls } from './audit.ts'
import { bulkActCalls } from './bulk-acts.ts'
import { channelCalls } from './channels.ts'
import { chartCalls } from './charts.ts'
import { checklistCalls } from './checklist.ts'
import { choiceCalls } from './choices.ts'
import { exportCalls } from './exports.ts'
import { listViewCalls } from './list-views.ts'
import { mapCalls } from './map.ts'
import { moneyCalls } from './money.ts'
import { moneyRequestCalls } from './money-requests.ts'
import { operatorCalls } from './operators.ts'
import { partnerCalls } from './partners.ts'
import { passkeyCalls } from './passkeys.ts'
import { rateCalls } from './rates.ts'
import { riskCalls } from './risk.ts'
import type { OperatorCall } from './roles.ts'
import { sessionCalls } from './session.ts'
import { settingCalls } from './settings.ts'
import { textCalls } from './texts.ts'
import { transactionCalls } from './transactions.ts'
import { watchCalls } from './watch.ts'

export * from './agent-page.ts'
export * from './agents.ts'
export * from './alert-destinations.ts'
export * from './approval-request.ts'
export * from './approvals.ts'
export * from './audit.ts'
export * from './audit-actions.ts'
export * from './audit-fields.ts'
export * from './bulk-acts.ts'
export * from './channels.ts'
export * from './charts.ts'
export * from './checklist.ts'
export * from './choices.ts'
export * from './exports.ts'
export * from './list-views.ts'
export * from './map.ts'
export * from './money.ts'
export * from './money-requests.ts'
export * from './operators.ts'
export * from './partners.ts'
export * from './passkeys.ts'
export * from './rates.ts'
export * from './risk.ts'
export * from './roles.ts'
export * from './session.ts'
export * from './settings.ts'
export * from './texts.ts'
export * from './transactions.ts'
export * from './watch.ts'

/** Every call of the operator API, with the roles that may make it. */
export const operatorApi: readonly OperatorCall[] = [
  ...sessionCalls,
  ...passkeyCalls,
  ...agentCalls,
  ...agentPageCalls,
  ...operatorCalls,
  ...auditCalls,
  ...approvalCalls,
  ...moneyRequestCalls,
  ...moneyCalls,
  ...transactionCalls,
  ...watchCalls,
  ...checklistCalls,
  ...alertDestinationCalls,
  ...chartCalls,
  ...mapCalls,
  ...riskCalls,
  ...settingCalls,
  ...choiceCalls,
  ...textCalls,
  ...rateCalls,
  ...partnerCalls,
  ...channelCalls,
  ...listViewCalls,
  ...bulkActCalls,
  ...exportCalls,
]
