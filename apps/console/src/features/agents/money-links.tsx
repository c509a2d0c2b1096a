import { createMoneyRequest, type KnownAgent } from '@cashbox/contract/operator'
import { buttonClass } from '@cashbox/ui'
import { HandCoins, PiggyBank, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMay } from '../../platform/roles.ts'

const icons = {
  adjustment: <Scale size={16} aria-hidden className="max-sm:hidden" />,
  settlement: <PiggyBank size={16} aria-hidden className="max-sm:hidden" />,
  payout: <HandCoins size={16} aria-hidden className="max-sm:hidden" />,
} satisfies Record<string, ReactNode>
const kinds = ['adjustment', 'settlement', 'payout'] as const

/** Links to where the agent's money is moved, for operators who may move it. A demo agent has none. */
export function MoneyLinks({ agent: { cash_id, is_demo } }: { agent: KnownAgent }) {
  const t = useTranslations('agents.money')
  if (!useMay(createMoneyRequest) || is_demo) return null
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <Link
          key={kind}
          href={`/money/new?kind=${kind}&cash_id=${cash_id}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <span className="inline-flex items-center gap-2">
            {icons[kind]}
            {t(kind)}
          </span>
        </Link>
      ))}
    </nav>
  )
}
