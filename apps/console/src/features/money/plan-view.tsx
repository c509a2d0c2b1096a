import type { KnownAgent } from '@cashbox/contract/operator'
import { Money, Notice } from '@cashbox/ui'
import { ArrowRight, CircleAlert, Eye } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../platform/formats.ts'
import { type Move, needsSecond, type Plan, type Subject } from './plan.ts'
import { CoinAmount } from './request-badges.tsx'

interface PlanViewProps {
  readonly plan: Plan
  readonly subject: Subject
  /** The most that one operator moves alone; undefined while it is not known. */
  readonly above: string | null | undefined
}

/** Who, how much, and what it makes of their balance. */
export function PlanView({ plan, subject: { agent, topup, transaction }, above }: PlanViewProps) {
  const t = useTranslations('money')
  const isCoin = plan.moves.length === 0
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        {agent && (
          <Part label={t('plan.agent')}>
            <AgentName agent={agent} />
          </Part>
        )}
        {topup && (
          <Part label={t('held.sent')}>
            <CoinAmount amount={topup.sent} asset={topup.coin} />
          </Part>
        )}
        {transaction && (
          <Part label={t('facts.transaction')}>
            {t(`plan.${transaction.type}`)} <code className="font-mono text-sm">{transaction.transaction_id}</code>
          </Part>
        )}
        {!isCoin && (
          <Part label={t('amount')}>
            <Money size="lg" amount={formatMoney(plan.amount)} currency={plan.asset} />
            {plan.isAbout && <span className="block text-sm text-ink-soft">{t('plan.about')}</span>}
          </Part>
        )}
        {plan.moves.map((move) => (
          <Part key={move.account} label={t(`plan.${move.account}`)}>
            <Change move={move} currency={plan.asset} />
          </Part>
        ))}
      </dl>
      {isCoin && <p>{t('plan.return_text')}</p>}
      {plan.isBelow && <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('plan.below')} />}
      {above !== undefined && <Eyes plan={plan} above={above} />}
    </div>
  )
}

const Part = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

const AgentName = ({ agent: { cash_id, first_name, last_name } }: { agent: KnownAgent }) => (
  <>
    <span className="font-semibold">{`${first_name} ${last_name}`.trim()}</span>{' '}
    <span className="text-ink-soft tabular-nums">{cash_id}</span>
  </>
)

function Change({ move: { now, after }, currency }: { move: Move; currency: string }) {
  const t = useTranslations('money.plan')
  const [before, then] = [formatMoney(now), formatMoney(after)]
  return (
    <>
      <span className="sr-only">{t('becomes', { now: before, after: `${then} ${currency}` })}</span>
      <span aria-hidden className="flex flex-wrap items-center gap-x-2">
        <span className="text-ink-soft tabular-nums">{before}</span>
        <ArrowRight size={16} className="shrink-0 text-ink-soft" />
        <Money amount={then} currency={currency} />
      </span>
    </>
  )
}

/** Whether it is done at once, or waits for somebody else. */
function Eyes({ plan, above }: { plan: Plan; above: string | null }) {
  const t = useTranslations('money.plan')
  const { asset } = plan
  const isSecond = needsSecond(plan, above)
  const sum = { above: above === null ? '' : formatMoney(above), asset }
  return (
    <Notice tone={isSecond ? 'warning' : 'info'} icon={<Eye aria-hidden />}>
      {above === null ? t('always', { asset }) : t(isSecond ? 'second' : 'alone', sum)}
    </Notice>
  )
}
