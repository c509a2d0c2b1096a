import type { ViewedList } from '@cashbox/contract/operator'
import type { TextKey } from '../language/language.ts'

/** `none` is said of an empty list, and `noneText` when no filter is set. */
type ListTexts = readonly [title: TextKey, none: TextKey, text?: TextKey, noneText?: TextKey]

const noMatch = 'common.no_match_text'

export const listTexts: Readonly<Record<ViewedList, ListTexts>> = {
  agent_audit: ['agents.tabs.audit', 'audit.none'],
  agent_confirmations: ['agents.tabs.transactions', 'agents.no_confirmations'],
  agent_locations: ['agents.tabs.locations', 'agents.no_locations'],
  agent_sessions: ['agents.tabs.sessions', 'agents.no_sessions'],
  agent_statement: ['agents.tabs.statement', 'agents.statement.none'],
  agent_topups: ['agents.tabs.topups', 'agents.no_topups'],
  agents: ['pages.agents', 'agents.none', 'agents.text', 'agents.none_text'],
  applications: ['pages.waiting', 'agents.waiting_none', 'agents.waiting_text', 'agents.waiting_none_text'],
  approvals: ['pages.approvals', 'approvals.none', 'approvals.text', 'approvals.none_text'],
  audit: ['pages.audit', 'audit.none', 'audit.text', 'audit.none_text'],
  channels: ['pages.channels', 'channels.none', 'channels.text', noMatch],
  choices: ['pages.choices', 'choices.none', 'choices.text'],
  due_commissions: ['pages.due_commissions', 'money.due.none', 'money.due.text', 'money.due.none_text'],
  events: ['partners.log.title', 'partners.log.none', 'partners.log.text', 'partners.log.none_text'],
  held_topups: ['pages.held_topups', 'money.held.none', 'money.held.text', 'money.held.none_text'],
  months: ['pages.reports', 'reports.none', 'reports.text', 'reports.none_text'],
  operators: ['pages.operators', 'operators.none', 'operators.text', noMatch],
  partners: ['pages.partners', 'partners.none', 'partners.text', noMatch],
  rates: ['pages.rates', 'rates.none', 'rates.text', 'rates.none_text'],
  risk: ['pages.risk', 'risk.none', 'risk.text', 'risk.none_text'],
  texts: ['pages.texts', 'app_texts.none', 'app_texts.about', noMatch],
  transactions: ['pages.transactions', 'transactions.none', 'transactions.text', 'transactions.none_text'],
}
