import type { Config } from '../config.ts'
import type { ChangeActs } from '../domain/approvals/change.ts'
import type { RowAct, RunServices } from '../doors/operator/bulk-runs/services.ts'
import { actOfApproveAgent, approveInPlace } from '../doors/operator/manage-agents/approve-agent.ts'
import { decideAgentIn } from '../doors/operator/manage-agents/decide-agent.ts'
import { endSessionIn } from '../doors/operator/manage-agents/end-session.ts'
import type { AgentServices } from '../doors/operator/manage-agents/services.ts'
import { actOfSetTerms } from '../doors/operator/manage-agents/set-terms.ts'
import { activateDestination } from '../doors/operator/manage-alerts/routes.ts'
import { decideChangeIn } from '../doors/operator/manage-approvals/decide-change.ts'
import { changeFees } from '../doors/operator/manage-channels/set-fees.ts'
import { actOfChangeOperator } from '../doors/operator/manage-operators/change-operator.ts'
import { actOfCreateOperator } from '../doors/operator/manage-operators/create-operator.ts'
import { activateKey } from '../doors/operator/manage-partners/activate-partner-key.ts'
import { setKeyNetworks } from '../doors/operator/manage-partners/set-partner-key-networks.ts'
import { actOfMoveWebhook } from '../doors/operator/manage-partners/set-partner-webhook.ts'
import { actOfSetRate } from '../doors/operator/manage-rates/set-rate.ts'
import { redeliverEventIn } from '../doors/operator/manage-transactions/redeliver-event.ts'
import { decideRequestIn } from '../doors/operator/money/decide-request.ts'
import { tellAgent } from '../doors/operator/money/end-request.ts'
import type { MoneyServices } from '../doors/operator/money/services.ts'
import { setLimit } from '../doors/operator/money/set-approval-limit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Live } from '../platform/live.ts'
import { termServices } from './term-services.ts'

interface Parts {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly live: Pick<Live, 'publish'>
}

/** What the acts of operators need, in the process that answers them and in the one that works. */
export function operatorActs({ config, db, clock, keyring, live }: Parts) {
  const agents: AgentServices = {
    db,
    clock,
    keyring,
    publicUrl: config.publicUrl,
    explorerUrl: config.tron.explorerUrl,
    onChanged: (agentId: string) => live.publish(agentId, 'status', 'balance', 'notices'),
  }
  const rates = { db, clock, tron: config.tron, perfectMoney: config.perfectMoney, rates: config.rates }
  const partners = { db, clock, keyring, mayBePrivate: config.mode === 'sandbox' }
  const money: MoneyServices = { ...termServices(config, clock), db, onChanged: live.publish }
  const letters = { db, clock, keyring, publicUrl: config.consoleUrl }
  const changes: ChangeActs = {
    rate_set: actOfSetRate(rates),
    agent_approve: actOfApproveAgent(agents),
    agent_terms: actOfSetTerms(agents),
    operator_create: actOfCreateOperator(letters),
    operator_change: actOfChangeOperator(letters),
    approval_limit: setLimit,
    partner_key: activateKey,
    partner_key_networks: setKeyNetworks,
    partner_webhook: actOfMoveWebhook(partners),
    channel_fees: changeFees,
    alert_destination: activateDestination,
  }
  return { agents, rates, partners, money, changes, rows: rowActs(agents, changes, money) }
}

/** Each act on many rows is the act on one, row by row. */
function rowActs(agents: AgentServices, changes: ChangeActs, money: MoneyServices): RunServices['acts'] {
  const decided =
    (action: 'request_info' | 'suspend' | 'restore'): RowAct =>
    async (tx, { id, version }, { note, ...by }) => {
      const { tell } = await decideAgentIn(tx, agents, { agent_id: id, version, action, note }, by)
      return { outcome: 'done', tell }
    }
  const change =
    (decision: 'approve' | 'reject'): RowAct =>
    async (tx, { id, version }, { actor, role, note = '', at }) => {
      const seen = { request_id: id, version }
      const input = decision === 'reject' ? { ...seen, decision, note } : { ...seen, decision, note: note || undefined }
      const operator = { operatorId: actor.operatorId, role }
      const { request, tell } = await decideChangeIn(tx, { acts: changes }, { input, actor, operator }, at)
      return request.failure === null ? { outcome: 'done', tell } : { outcome: 'failed', code: request.failure }
    }
  const rejectMoney: RowAct = async (tx, { id, version }, { actor, note = '', at }) => {
    const input = { request_id: id, version, decision: 'reject', note } as const
    const ended = await decideRequestIn(tx, input, { operatorId: actor.operatorId, actor }, at)
    return { outcome: 'done', tell: () => tellAgent(money, ended) }
  }
  return {
    'agent.approve': async (tx, { id, version }, { note, ...by }) => {
      const { request: waiting, tell } = await approveInPlace(tx, agents, { agent_id: id, version, note }, by)
      return { outcome: waiting ? 'waiting' : 'done', tell }
    },
    'agent.request_info': decided('request_info'),
    'agent.suspend': decided('suspend'),
    'agent.restore': decided('restore'),
    'change.approve': change('approve'),
    'change.reject': change('reject'),
    'event.redeliver': async (tx, { id, version }, { actor, note = '', at }) => {
      await redeliverEventIn(tx, { event_id: id, version, reason: note }, { actor, at })
      return { outcome: 'done' }
    },
    'money.reject': rejectMoney,
    'session.end': async (tx, { id }, by) => {
      const { tell } = await endSessionIn(tx, agents, id, by)
      return { outcome: 'done', tell }
    },
  }
}
