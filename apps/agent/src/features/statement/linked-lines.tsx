import type { LinkedLine } from '@cashbox/contract'
import { RowGroup } from '@cashbox/ui'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { SignedMoney } from './signed-money.tsx'

/** Lines that moved together with this one, took it back, or were taken back by it. */
export function LinkedLines({ linked }: { linked: readonly LinkedLine[] }) {
  const t = useTranslations('statement')
  if (linked.length === 0) return null
  return (
    <RowGroup title={t('linked')}>
      {linked.map(({ account, number, kind, amount }) => (
        <Link
          key={`${account} ${number}`}
          href={`/statement/${account}/${number}`}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-3 px-4 py-2.5 -outline-offset-2 transition-colors duration-150 hover:bg-sunken"
        >
          <span>
            {t(`kinds.${kind}`)} · {t(`accounts.${account}`)}
          </span>
          <span className="ms-auto flex items-center gap-2">
            <SignedMoney size="sm" amount={amount} />
            <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft rtl:-scale-x-100" />
          </span>
        </Link>
      ))}
    </RowGroup>
  )
}
