import type { TransactionType } from '@cashbox/contract'
import { Button, buttonClass, cn, Spinner } from '@cashbox/ui'
import { Banknote, Hand, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { SupportLink } from '../../platform/agent-parts.tsx'
import { distanceText } from '../../platform/location/distance.ts'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import type { Advice, WhyNot } from './payment-rules.ts'

interface CashAdviceProps {
  readonly type: TransactionType
  readonly advice: Advice
  readonly isAsking: boolean
  readonly onAskAgain: () => void
  readonly onLeave: () => void
}

export function CashAdvice({ type, advice, ...acts }: CashAdviceProps) {
  const t = useTranslations('payment.cash')
  if (advice.kind === 'take') {
    return (
      <Panel look="bg-deposit-soft text-deposit" icon={<Banknote aria-hidden />}>
        <Line>
          <AmountInText text={t('take', { amount: AMOUNT_MARK })} amount={advice.amount} />
        </Line>
      </Panel>
    )
  }
  if (advice.kind === 'give') {
    return (
      <Panel look="bg-withdraw-soft text-withdraw" icon={<Hand aria-hidden />}>
        <Line>
          <AmountInText text={t('give', { amount: AMOUNT_MARK })} amount={advice.amount} />
        </Line>
        <p className="text-ink">{t('give_after')}</p>
      </Panel>
    )
  }
  const title = <Line>{t(`stop_${type}`)}</Line>
  if (advice.kind === 'checking') {
    return (
      <Panel look="bg-warning-soft text-warning-ink" icon={<Spinner size={24} />}>
        {title}
        <p className="text-ink">{t('checking')}</p>
      </Panel>
    )
  }
  return (
    <Panel
      look="bg-warning-soft text-warning-ink"
      icon={advice.why === 'offline' ? <WifiOff aria-hidden /> : <TriangleAlert aria-hidden />}
    >
      {title}
      {/* The reason of a refusal is already beside the ID. */}
      {advice.why !== 'refused' && (
        <p className="text-ink">
          <Reason why={advice.why} advice={advice} />
        </p>
      )}
      <NextStep why={advice.why} {...acts} />
    </Panel>
  )
}

/** Same height with one or two lines, so that the button below rarely moves. */
const Panel = ({ look, icon, children }: { look: string; icon: ReactNode; children: ReactNode }) => (
  <div role="status" className={cn('flex min-h-20 items-center gap-3 rounded-2xl px-4 py-3', look)}>
    <span className="shrink-0 [&_svg]:size-7">{icon}</span>
    <div className="grid min-w-0 flex-1 gap-1">{children}</div>
  </div>
)

const Line = ({ children }: { children: ReactNode }) => <p className="text-lg font-semibold text-balance">{children}</p>

interface ReasonProps {
  readonly why: Exclude<WhyNot, 'refused'>
  readonly advice: Extract<Advice, { kind: 'stop' }>
}

function Reason({ why, advice: { amount, distanceM } }: ReasonProps) {
  const t = useTranslations('payment.cash.why')
  const common = useTranslations('common')
  const offline = useTranslations('offline')
  const locale = useLocale()
  if (why === 'offline') return offline('text')
  const text = t(why, { amount: AMOUNT_MARK, distance: distanceText(distanceM ?? 0, common, locale) })
  return amount === undefined ? text : <AmountInText text={text} amount={amount} />
}

const ASK_AGAIN: ReadonlySet<WhyNot> = new Set(['unchecked', 'geo_missing', 'geo_stale', 'geo_outside', 'other'])
const ASK_SUPPORT: ReadonlySet<WhyNot> = new Set(['limit_payment', 'agent_not_active', 'other'])

type NextStepProps = Omit<CashAdviceProps, 'type' | 'advice'> & { readonly why: WhyNot }

function NextStep({ why, isAsking, onAskAgain, onLeave }: NextStepProps) {
  const t = useTranslations()
  return (
    <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
      {why === 'float_insufficient' && (
        <Link href="/account-deposit" className={buttonClass({ variant: 'secondary' })} onClick={onLeave}>
          {t('dashboard.add_funds')}
        </Link>
      )}
      {ASK_AGAIN.has(why) && (
        <Button variant="secondary" isBusy={isAsking} onClick={onAskAgain}>
          {t('payment.cash.check_again')}
        </Button>
      )}
      {ASK_SUPPORT.has(why) && (
        <SupportLink className={buttonClass({ variant: 'secondary' })}>{t('payment.failure.support')}</SupportLink>
      )}
    </div>
  )
}

/** Placeholder for the amount in a text: the amount itself is drawn left to right. */
export const AMOUNT_MARK = '\uFFFC'

interface AmountInTextProps {
  /** With `AMOUNT_MARK` where the amount belongs. */
  readonly text: string
  readonly amount: string
}

export function AmountInText({ text, amount }: AmountInTextProps) {
  const { currency_code } = useUser().channel
  const [before = '', after = ''] = text.split(AMOUNT_MARK)
  return (
    <span>
      {before}
      <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
        {formatMoney(amount)} {currency_code}
      </bdi>
      {after}
    </span>
  )
}
