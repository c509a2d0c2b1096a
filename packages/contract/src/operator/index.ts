import * as accountStatements from './account-statements.ts'
import * as agentPage from './agent-page.ts'
import * as agents from './agents.ts'
import * as alertDestinations from './alert-destinations.ts'
import * as approvals from './approvals.ts'
import * as audit from './audit.ts'
import * as bulk from './bulk-acts.ts'
import * as channels from './channels.ts'
import * as charts from './charts.ts'
import * as choices from './choices.ts'
import * as exported from './exports.ts'
import * as listViews from './list-views.ts'
import * as map from './map.ts'
import * as money from './money.ts'
import * as moneyRequests from './money-requests.ts'
import * as operators from './operators.ts'
import * as partners from './partners.ts'
import * as rates from './rates.ts'
import * as risk from './risk.ts'
import type { OperatorEndpoint } from './roles.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as settlement from './settlement.ts'
import * as texts from './texts.ts'
import * as transactions from './transactions.ts'
import * as watch from './watch.ts'

export * from './account-statements.ts'
export * from './agent-page.ts'
export * from './agents.ts'
export * from './alert-destinations.ts'
export * from './approval-request.ts'
export * from './approvals.ts'
export * from './audit.ts'
export * from './audit-actions.ts'
export * from './bulk-acts.ts'
export * from './channels.ts'
export * from './charts.ts'
export * from './choices.ts'
export * from './exports.ts'
export * from './list-views.ts'
export * from './map.ts'
export * from './money.ts'
export * from './money-requests.ts'
export * from './operators.ts'
export * from './partners.ts'
export * from './rates.ts'
export * from './risk.ts'
export * from './roles.ts'
export * from './session.ts'
export * from './settings.ts'
export * from './settlement.ts'
export * from './texts.ts'
export * from './transactions.ts'
export * from './watch.ts'

/** In the order of the documentation. */
const rooms: readonly object[] = [
  session,
  agents,
  agentPage,
  operators,
  audit,
  approvals,
  moneyRequests,
  money,
  transactions,
  watch,
  alertDestinations,
  charts,
  map,
  risk,
  settings,
  choices,
  texts,
  rates,
  partners,
  settlement,
  accountStatements,
  channels,
  listViews,
  bulk,
  exported,
]

const isCall = (value: unknown): value is OperatorEndpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'roles' in value

/** Every call of the operator API. */
export const operatorApi: readonly OperatorEndpoint[] = rooms.flatMap((room) => Object.values(room).filter(isCall))
