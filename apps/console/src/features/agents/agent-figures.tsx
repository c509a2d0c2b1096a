import type { KnownAgent } from '@cashbox/contract/operator'
import { CopyButton, Money } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/formats.ts'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { DemoBadge, UnverifiedBadge } from './agent-badges.tsx'

/** Who the agent is, their state and their money, at one glance. */
export function AgentFigures({ agent }: { agent: KnownAgent }) {
  const t = useTranslations()
  const currency = agent.channel.currency_code
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={agent.status} />
        {agent.is_demo && <DemoBadge />}
        {!agent.is_email_verified && <UnverifiedBadge />}
      </div>
      {agent.note && (
        <p className="max-w-prose border-s-2 border-line ps-3">
          <span className="block text-sm text-ink-soft">{t('agents.note_read')}</span>
          <bdi className="whitespace-pre-wrap wrap-anywhere">{agent.note}</bdi>
        </p>
      )}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        <Figure label={t('agents.cash_id')}>
          <span className="flex items-center gap-1 font-semibold tabular-nums">
            {agent.cash_id}
            <CopyButton
              className="-my-3"
              label={t('common.copy')}
              copiedLabel={t('common.copied')}
              text={agent.cash_id}
            />
          </span>
        </Figure>
        <Figure label={t('agents.balance')}>
          <Money amount={formatMoney(agent.balance)} currency={currency} />
        </Figure>
        <Figure label={t('agents.commission')}>
          <Money amount={formatMoney(agent.commission)} currency={currency} />
        </Figure>
        <Figure label={t('agents.volume_today')}>
          <Money amount={formatMoney(agent.volume_today)} currency={currency} />
          {agent.daily_limit && (
            <span className="block text-sm text-ink-soft">
              {t('agents.of')} <Money size="sm" amount={formatMoney(agent.daily_limit)} />
            </span>
          )}
        </Figure>
      </dl>
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-1 bg-card p-3">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
