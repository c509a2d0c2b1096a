import type { OutputOf } from '@cashbox/contract'
import type { readRiskAgent } from '@cashbox/contract/operator'
import { buttonClass, Card, EmptyState } from '@cashbox/ui'
import { HelpPopover } from '@cashbox/ui/popover'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Loaded } from '../../platform/page/page.tsx'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { Facts, StatusBadge } from '../../platform/values/values.tsx'
import { useRiskAgent } from './risk.ts'
import { SignalCard } from './signal-card.tsx'

type RiskAgent = OutputOf<typeof readRiskAgent>['agent']

export function RiskDetail({ cashId }: { cashId: string }) {
  const t = useTranslations('risk')
  return (
    <Loaded query={useRiskAgent(cashId)} none={{ icon: UserRoundX, title: t('no_such_agent') }}>
      {(agent) => <RiskAgentView agent={agent} />}
    </Loaded>
  )
}

export function RiskName({ cashId }: { cashId: string }) {
  const { data } = useRiskAgent(cashId)
  return data ? fullName(data) : cashId
}

function RiskAgentView({ agent }: { agent: RiskAgent }) {
  const t = useTranslations('risk')
  const open = agent.signals.filter(({ dismissed }) => dismissed === null)
  const dismissed = agent.signals.filter((signal) => signal.dismissed !== null)
  return (
    <div className="grid min-w-0 gap-6">
      <Summary agent={agent} />
      {agent.signals.length === 0 && (
        <Card>
          <EmptyState icon={<ShieldCheck aria-hidden />} title={t('no_signals')}>
            {t('no_signals_text')}
          </EmptyState>
        </Card>
      )}
      <Signals title={t('open_signals')} agent={agent} signals={open} />
      <Signals title={t('dismissed_signals')} agent={agent} signals={dismissed} />
    </div>
  )
}

function Summary({ agent }: { agent: RiskAgent }) {
  const t = useTranslations('risk')
  return (
    <div className="grid justify-items-start gap-4">
      <Facts
        facts={[
          [t('cash_id'), agent.cash_id],
          [t('status'), <StatusBadge key="status" status={agent.status} />],
          [t('channel'), agent.channel],
          [
            t('score'),
            <span key="score" className="text-lg font-semibold tabular-nums">
              {formatWhole(agent.score)}
            </span>,
          ],
        ]}
      />
      <Link href={`/agents/${agent.agent_id}`} className={buttonClass({ variant: 'secondary' })}>
        {t('to_agent')}
      </Link>
    </div>
  )
}

function Signals({ title, agent, signals }: { title: string; agent: RiskAgent; signals: RiskAgent['signals'] }) {
  if (signals.length === 0) return null
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{title}</h2>
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} agent={agent} />
      ))}
    </section>
  )
}

export function ScoreHelp() {
  const t = useTranslations('risk.score_help')
  return (
    <HelpPopover label={t('label')} title={t('label')}>
      <div className="grid gap-2">
        <p>{t('weights')}</p>
        <p>{t('fading')}</p>
        <p>{t('sum')}</p>
      </div>
    </HelpPopover>
  )
}
