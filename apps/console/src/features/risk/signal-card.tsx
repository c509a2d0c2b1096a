import { dismissRiskSignal, RISK_DAYS, type RiskSignal } from '@cashbox/contract/operator'
import { Badge, Button, Card } from '@cashbox/ui'
import { Check, Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/roles.ts'
import { When } from '../../platform/values.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import type { SignalAgent } from './risk.ts'
import { SignalConfirmations, SignalOthers } from './signal-evidence.tsx'
import { SignalFacts } from './signal-facts.tsx'

interface SignalCardProps {
  readonly signal: RiskSignal
  readonly agent: SignalAgent
}

const DAY_S = 24 * 60 * 60

/** One signal: what it means, what it rests on, and what can be said to it. */
export function SignalCard({ signal, agent }: SignalCardProps) {
  const t = useTranslations('risk')
  const { kind, weight, last_at, dismissed } = signal
  return (
    <Card role="article" aria-labelledby={signal.id} className="grid min-w-0 gap-4">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={signal.id} className="font-semibold">
            {t(`kinds.${kind}.title`)}
          </h3>
          {dismissed === null && (
            <Badge tone="pending" icon={<Scale aria-hidden />}>
              {t('weight', { weight })}
            </Badge>
          )}
        </div>
        <p className="max-w-prose">{t(`kinds.${kind}.text`)}</p>
        {dismissed === null && (
          <p className="text-sm text-ink-soft">
            {t('fades')} <When seconds={last_at + RISK_DAYS * DAY_S} />
          </p>
        )}
      </div>
      <SignalFacts signal={signal} />
      <SignalConfirmations signal={signal} />
      <SignalOthers signal={signal} />
      {dismissed === null ? <Dismiss signal={signal} agent={agent} /> : <Dismissed dismissed={dismissed} />}
    </Card>
  )
}

function Dismiss(props: SignalCardProps) {
  const t = useTranslations('risk.dismiss')
  const [isOpen, setOpen] = useState(false)
  if (!useMay(dismissRiskSignal)) return null
  return (
    <div>
      <Button variant="secondary" icon={<Check size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {isOpen && <DismissDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Dismissed({ dismissed: { at, by, reason } }: { dismissed: NonNullable<RiskSignal['dismissed']> }) {
  const t = useTranslations('risk')
  return (
    <div className="border-s-2 border-line ps-3">
      <p className="text-sm text-ink-soft">
        {t('dismissed_by', { name: by })}, <When seconds={at} />
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <bdi>{reason}</bdi>
      </p>
      <p className="text-sm text-ink-soft">{t('dismissed_text')}</p>
    </div>
  )
}
