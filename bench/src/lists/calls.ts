import type { Subjects } from './subjects.ts'

/** The one call that is not of the operator API: the figures for Prometheus. */
export const METRICS = '/metrics'

/** A call as the console makes it: what for, and its address below that of the operator API (`METRICS`: of the server). */
export interface Call {
  readonly name: string
  readonly path: string
  /** It reads whole tables for a reason that its code gives. It still has to be quick enough. */
  readonly mayReadAll?: boolean
}

type Filters = Readonly<Record<string, string | number>>

const calls = (name: string, path: string, all: Readonly<Record<string, Filters>>): Call[] =>
  Object.entries(all).map(([what, filters]) => {
    const query = new URLSearchParams(
      Object.entries(filters).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    return { name: what === '' ? name : `${name}: ${what}`, path: query === '' ? path : `${path}?${query}` }
  })

const DAY_S = 86_400
const now = Math.floor(Date.now() / 1000)

/** Every list of the console, by each filter and order it offers, and by those that people put together. */
export const callsOf = (subjects: Subjects): Call[] => [
  ...ofAgents(subjects),
  ...ofTransactions(subjects),
  ...ofOneAgent(subjects),
  ...ofMoney(subjects),
  ...ofAudit(subjects),
  ...ofTheNetwork(subjects),
  ...ofCharts(subjects),
  ...ofTheMap(),
  ...ofApprovals(subjects),
  ...ofTheOperator(),
]

const ofAgents = ({ busy, quiet, cursors }: Subjects) =>
  calls('agents', '/agents', {
    '': {},
    'in the middle': { cursor: cursors.agents },
    'oldest first': { order: 'oldest' },
    'the queue': { order: 'review' },
    'the queue of a channel': { order: 'review', channel: 'city-7' },
    pending: { status: 'pending' },
    'blocked, in the middle': { status: 'blocked', cursor: cursors.agents },
    'a channel': { channel: 'city-5' },
    'a country': { country: 'EG' },
    'a country without agents': { country: 'NZ' },
    demo: { is_demo: 'true' },
    inactive: { inactive_days: 30 },
    'inactive in a channel': { inactive_days: 90, channel: 'city-9' },
    'a status, a channel and a country': { status: 'suspended', channel: 'city-9', country: 'TR' },
    'a rejected one of a channel, oldest first': { status: 'rejected', channel: 'city-7', order: 'oldest' },
    'by cash ID': { search: busy.cash_id },
    'by e-mail': { search: quiet.email },
    'by the beginning of an e-mail': { search: quiet.email.slice(0, 5) },
    'by one letter': { search: 'a' },
    'by a first name': { search: quiet.first_name },
    'by a whole name': { search: `${quiet.last_name} ${quiet.first_name}` },
    'by an unknown name': { search: 'Xerxes Quux' },
    'by a name, blocked': { search: quiet.first_name, status: 'blocked' },
    'by a name in a country': { search: quiet.last_name, country: 'EG' },
    'by phone': { search: quiet.phone },
    'by the beginning of a phone': { search: '+9981' },
    'by the end of a phone': { search: quiet.phone.slice(-4) },
    'by two digits': { search: '10' },
  })

const ofTransactions = ({ busy, quiet, cursors }: Subjects) => {
  const ofBusy = { cash_id: busy.cash_id }
  const aDay = { from: now - 400 * DAY_S, to: now - 399 * DAY_S }
  const inTheYear = { confirmed_from: now - 365 * DAY_S, confirmed_to: now }
  return calls('transactions', '/transactions', {
    '': {},
    'in the middle': { cursor: cursors.transactions },
    '200 of them': { limit: 200 },
    'an ID': { transaction_id: 'B777' },
    'an ID of none': { transaction_id: 'NONE' },
    'a busy player': { player_id: 'player-0' },
    'a quiet player': { player_id: 'player-2999' },
    'a partner': { partner: 'partner-01' },
    'a partner, in the middle': { partner: 'partner-01', cursor: cursors.transactions },
    'a partner who left': { partner: 'partner-10' },
    'a partner who has begun': { partner: 'partner-11' },
    open: { state: 'open' },
    locked: { state: 'locked' },
    confirmed: { state: 'confirmed' },
    expired: { state: 'expired' },
    cancelled: { state: 'cancelled' },
    'cancelled, in the middle': { state: 'cancelled', cursor: cursors.transactions },
    reversed: { state: 'reversed' },
    withdrawals: { type: 'withdraw' },
    'an amount': { amount: '100.00' },
    'an amount of none': { amount: '99999999.99' },
    'a narrow range of amounts': { amount_from: '765.00', amount_to: '766.00' },
    'a wide range of amounts': { amount_from: '10.00' },
    'a range of amounts with nothing in it': { amount_from: '500000000.00', amount_to: '900000000.00' },
    'high amounts': { amount_from: '99990.00' },
    'a day long ago': { created_from: aDay.from, created_to: aDay.to },
    'since a year': { created_from: now - 365 * DAY_S },
    'confirmed on a day long ago': { confirmed_from: aDay.from, confirmed_to: aDay.to },
    'confirmed within a year': inTheYear,
    'a busy cashbox': ofBusy,
    'a busy cashbox, in the middle': { ...ofBusy, cursor: cursors.ofBusy },
    "a busy cashbox's open ones": { ...ofBusy, state: 'open' },
    "a busy cashbox's locked ones": { ...ofBusy, state: 'locked' },
    "a busy cashbox's expired ones": { ...ofBusy, state: 'expired' },
    "a busy cashbox's cancelled ones": { ...ofBusy, state: 'cancelled' },
    "a busy cashbox's confirmed ones": { ...ofBusy, state: 'confirmed' },
    "a busy cashbox's reversed ones": { ...ofBusy, state: 'reversed' },
    "a busy cashbox's withdrawals": { ...ofBusy, type: 'withdraw' },
    'a busy cashbox and a busy player': { ...ofBusy, player_id: 'player-0' },
    'a busy cashbox and a quiet player': { ...ofBusy, player_id: 'player-2999' },
    'a busy cashbox and a partner': { ...ofBusy, partner: 'partner-02' },
    'a busy cashbox and a partner who left': { ...ofBusy, partner: 'partner-10' },
    'a busy cashbox and a partner who has begun': { ...ofBusy, partner: 'partner-11' },
    'a busy cashbox and an amount': { ...ofBusy, amount: '100.00' },
    'a busy cashbox and amounts with nothing in it': { ...ofBusy, amount_from: '500000000.00' },
    'a busy cashbox and high amounts': { ...ofBusy, amount_from: '99900.00' },
    'a busy cashbox on a day long ago': { ...ofBusy, created_from: aDay.from, created_to: aDay.to },
    'a busy cashbox, confirmed on a day long ago': { ...ofBusy, confirmed_from: aDay.from, confirmed_to: aDay.to },
    'a quiet cashbox': { cash_id: quiet.cash_id },
    "a quiet cashbox's open ones": { cash_id: quiet.cash_id, state: 'open' },
    "a quiet cashbox's withdrawals of a partner": { cash_id: quiet.cash_id, partner: 'partner-01', type: 'withdraw' },
    "a partner's open ones": { partner: 'partner-02', state: 'open' },
    "a partner's cancelled ones": { partner: 'partner-05', state: 'cancelled' },
    "a partner's reversed ones": { partner: 'partner-08', state: 'reversed' },
    'expired ones of a partner who left': { partner: 'partner-10', state: 'expired' },
    'cancelled ones of a partner who has begun': { partner: 'partner-11', state: 'cancelled' },
    "a partner's withdrawals of an amount": { partner: 'partner-02', type: 'withdraw', amount: '5000.00' },
    'a partner who left and an amount': { partner: 'partner-10', amount: '100.00' },
    'a partner who has begun and an amount': { partner: 'partner-11', amount: '100.00' },
    "a partner's high amounts": { partner: 'partner-06', amount_from: '99900.00' },
    'a partner on a day long ago': { partner: 'partner-02', created_from: aDay.from, created_to: aDay.to },
    'a partner who has begun on a day long ago': {
      partner: 'partner-11',
      created_from: aDay.from,
      created_to: aDay.to,
    },
    'reversed withdrawals': { state: 'reversed', type: 'withdraw' },
    'reversed of an amount': { state: 'reversed', amount: '100.00' },
    'expired of high amounts': { state: 'expired', amount_from: '99900.00' },
    'open of an amount': { state: 'open', amount: '100.00' },
    "a busy player's open ones": { player_id: 'player-0', state: 'open' },
    'reversed, confirmed within a year': { ...inTheYear, state: 'reversed' },
    'a partner, confirmed within a year': { ...inTheYear, partner: 'partner-05' },
    'a partner who has begun, confirmed within a year': { ...inTheYear, partner: 'partner-11' },
    'a partner who left, confirmed within two years': {
      confirmed_from: now - 730 * DAY_S,
      confirmed_to: now,
      partner: 'partner-10',
    },
    'a busy player, confirmed within a year': { ...inTheYear, player_id: 'player-0' },
    'high amounts, confirmed within a year': { ...inTheYear, amount_from: '99900.00' },
    'an amount, confirmed within a year': { ...inTheYear, amount: '100.00' },
    'withdrawals, confirmed within a year': { ...inTheYear, type: 'withdraw' },
  })
}

const ofOneAgent = ({ busy, quiet }: Subjects): Call[] => {
  const period = { from: now - 400 * DAY_S, to: now - 370 * DAY_S }
  return [
    ...calls('an agent', `/agents/${busy.id}`, { '': {} }),
    ...calls('their notes', `/agents/${busy.id}/notes`, { '': {} }),
    ...calls('their sessions', `/agents/${busy.id}/sessions`, { '': {} }),
    ...calls('their locations', `/agents/${busy.id}/locations`, {
      '': {},
      'in the middle': { cursor: Math.floor(busy.confirmations / 2) },
    }),
    ...calls('their confirmations', `/agents/${busy.id}/confirmations`, {
      '': {},
      'in the middle': { cursor: Math.floor(busy.confirmations / 2) },
    }),
    ...calls('their top-ups', `/agents/${busy.id}/topups`, { '': {} }),
    ...calls('statement', `/agents/${busy.cash_id}/statement`, {
      '': {},
      'of the commission': { account: 'commission' },
      'in the middle': { cursor: Math.floor(busy.confirmations / 2) },
      'of a month long ago': period,
      'since a year': { from: now - 365 * DAY_S },
      'until a year ago': { to: now - 365 * DAY_S },
      'of the commission, of a month long ago': { account: 'commission', ...period },
    }),
    ...calls('statement of a quiet agent', `/agents/${quiet.cash_id}/statement`, { '': {}, 'of a month': period }),
  ]
}

const ofMoney = ({ busy, operatorId, cursors }: Subjects): Call[] => [
  ...calls('held top-ups', '/held-topups', {
    '': {},
    'further down': { cursor: cursors.topups },
    'a reason': { reason: 'no_rate' },
    'a reason of none': { reason: 'too_large' },
    'a cashbox': { cash_id: busy.cash_id },
    'a cashbox and a reason': { cash_id: busy.cash_id, reason: 'below_minimum' },
  }),
  ...calls('commission due', '/due-commissions', {
    '': {},
    'in the middle': { cursor: `UZS:500000:${cursors.agents}` },
    'a channel': { channel: 'city-9' },
    'a cashbox': { cash_id: busy.cash_id },
    'high amounts': { min_amount: '900000.00' },
  }).map((call) => ({ ...call, mayReadAll: true })),
  ...calls('money requests', '/approval-requests', {
    '': {},
    'in the middle': { cursor: cursors.requests },
    waiting: { state: 'pending' },
    done: { state: 'completed' },
    failed: { state: 'failed' },
    'a kind': { kind: 'reversal' },
    'a kind of none': { kind: 'topup_credit' },
    'a cashbox': { cash_id: busy.cash_id },
    'a subject that waits': { state: 'pending', subject_kind: 'agent', subject_id: busy.id },
    'a kind of subject that waits': { state: 'pending', subject_kind: 'rate' },
    'an operator': { requested_by: operatorId },
    'a kind that waits': { kind: 'payout', state: 'pending' },
    "an operator's that wait": { requested_by: operatorId, state: 'pending' },
    "a cashbox's that failed": { cash_id: busy.cash_id, state: 'failed' },
    'an operator and a kind that failed': { requested_by: operatorId, kind: 'commission_credit', state: 'failed' },
  }),
]

const ofAudit = ({ busy, quiet, operatorId, cursors }: Subjects) => {
  const period = { from: now - 400 * DAY_S, to: now - 399 * DAY_S }
  return [
    ...calls('operators in the audit', '/audit/operators', { '': {} }),
    ...calls('audit', '/audit', {
      '': {},
      'without routine': { without_routine: 'true' },
      'without routine, an operator': { without_routine: 'true', operator_id: operatorId },
      'all about an agent': { agent_id: busy.id },
      'in the middle': { cursor: cursors.audit },
      'an agent': { subject_kind: 'agent', subject_id: busy.id },
      'a kind of subject': { subject_kind: 'export' },
      'a rare kind of subject': { subject_kind: 'channel' },
      'a subject alone': { subject_id: busy.id },
      'a subject of which there is little': { subject_id: quiet.id },
      'an operator': { operator_id: operatorId },
      'an action': { action: 'agent.approve' },
      'a rare action': { action: 'channel.rename' },
      'an action of none': { action: 'rate.set' },
      'a day long ago': period,
      'since a year': { from: now - 365 * DAY_S },
      'until a year ago': { to: now - 365 * DAY_S },
      "an operator's actions": { operator_id: operatorId, action: 'approval.approve' },
      "an operator's rare action": { operator_id: operatorId, action: 'channel.rename' },
      'an operator on a day long ago': { operator_id: operatorId, ...period },
      'an action on a day long ago': { action: 'export.begin', ...period },
    }),
  ]
}

const ofCharts = ({ busy, quiet }: Subjects): Call[] => {
  const steps = { 'by hour': { step: 'hour' }, 'by day': { step: 'day' }, 'by month': { step: 'month' } }
  return [
    ...calls('chart of the network', '/charts/volumes/network', steps),
    ...calls('chart of a channel', '/charts/volumes/channels/tashkent', steps),
    ...calls('chart of a partner', '/charts/volumes/partners/partner-01', steps),
    ...calls('chart of a busy agent', `/charts/volumes/agents/${busy.id}`, steps),
    ...calls('chart of a quiet agent', `/charts/volumes/agents/${quiet.id}`, steps),
    ...calls('float of a busy agent', `/charts/float/${busy.id}`, { '': {} }),
    ...calls('refusals', '/charts/refusals', { '': {}, 'of a channel': { channel: 'tashkent' } }),
    ...calls('refused attempts', '/refused-attempts', {
      '': {},
      'of an agent': { agent_id: busy.id },
      'of a transaction': { transaction_id: 'B777' },
    }),
    ...calls('refusals of an agent', `/charts/refusals/agents/${busy.id}`, { '': {} }),
    ...calls('refusals of a partner', '/charts/refusals/partners/partner-01', { '': {} }),
    ...calls('webhook delays', '/charts/webhooks', { '': {}, 'of a partner': { partner: 'partner-01' } }),
  ]
}

const ofTheMap = (): Call[] => [
  ...calls('map', '/map/agents', { '': {}, 'one status': { status: 'pending' }, 'with sums': { currency: 'UZS' } }),
  ...calls('settings of the map', '/map/settings', { '': {} }),
]

const ofApprovals = ({ busy, changeId }: Subjects): Call[] => [
  ...calls('badges', '/waiting-requests', { '': {} }),
  ...calls('waiting changes', '/waiting-changes', {
    'of an agent': { subject_kind: 'agent', subject_id: busy.id },
    'of a kind': { subject_kind: 'rate' },
  }),
  ...calls('changes', '/approval-requests', {
    'a kind that was carried out': { kind: 'agent_terms', state: 'completed' },
  }),
  ...calls('a change request', `/approval-requests/${changeId}`, { '': {} }),
  ...calls('approval limits', '/approval-limits', { '': {} }),
]

const ofTheOperator = (): Call[] => [
  ...calls('session', '/session', { '': {} }),
  ...calls('own sessions', '/session/all', { '': {} }),
  ...calls('passkeys', '/session/passkeys', { '': {} }),
  ...calls('captcha of the log-in', '/session/captcha', { '': {} }),
  ...calls('saved views', '/list-views', { '': { list: 'agents' } }),
  ...calls('checklist', '/checklist', { '': {} }),
  ...calls('alert destinations', '/alert-destinations', { '': {} }),
  ...calls('wallets', '/wallets', { '': {} }),
]

const ofTheNetwork = ({ busy }: Subjects): Call[] => [
  ...calls('risk', '/risk/agents', { '': {}, 'a kind': { kind: 'circular_payments' } }),
  ...calls('signals of an agent', `/risk/agents/${busy.cash_id}`, { '': {} }),
  ...calls('today', '/watch/today', { '': {} }),
  ...calls('alerts', '/watch/alerts', { '': {} }),
  ...calls('metrics', METRICS, { '': {} }),
  ...calls('months', '/reports/months', { '': {}, 'a currency': { currency: 'UZS' } }),
  ...calls('a transaction', '/transactions/B4', { '': {} }),
  ...calls('operators', '/operators', { '': {} }),
  ...calls('partners', '/partners', { '': {} }),
  ...calls('events of a partner', '/partners/partner-01/events', {
    '': {},
    delivered: { state: 'delivered' },
    failed: { state: 'failed' },
    'a kind': { type: 'transaction.reversed' },
    'a transaction': { transaction_id: 'B4' },
  }),
  ...calls('events of a partner that is late', '/partners/partner-03/events', { failed: { state: 'failed' } }),
  ...calls('files of a partner', '/partners/partner-01/files', { '': {} }),
  ...calls('position of a partner', '/partners/partner-01/position', { '': {} }),
  ...calls('days of a position', '/partners/partner-01/position-days', { '': { currency_code: 'UZS' } }),
  ...calls('statements of a partner', '/partners/partner-01/statements', { '': {} }),
  ...calls('payments of a partner', '/partners/partner-01/payments', { '': {} }),
  ...calls('channels', '/channels', { '': {} }),
  ...calls('limits per player', '/player-limits', { '': {} }),
  ...calls('rates', '/rates', { '': {} }),
  ...calls('choices', '/choices', { '': {} }),
  ...calls('settings', '/settings', { '': {} }),
  ...calls('texts', '/texts', { '': {} }),
]
