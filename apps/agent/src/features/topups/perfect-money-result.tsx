import { Button, cn } from '@cashbox/ui'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { reloadUser } from '../../platform/session/user.ts'
import { BATCH_NUMBER, outcomeOf, type PerfectMoneyOutcome } from './perfect-money-protocol.ts'

/** What the provider says in the address it sends the browser back to; null on an ordinary visit. */
export function usePerfectMoneyResult(): PerfectMoneyOutcome | null {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  const batch = query.get(BATCH_NUMBER)
  const hasMore = query.size > 1
  useEffect(() => {
    // Account numbers and amounts don't belong into the history of a shared phone.
    if (batch !== null && hasMore) {
      navigate(`${path}?${new URLSearchParams({ [BATCH_NUMBER]: batch }).toString()}`, { replace: true })
    }
  }, [batch, hasMore, path, navigate])
  return batch === null ? null : outcomeOf(batch)
}

const looks = {
  success: { icon: CircleCheck, className: 'bg-success text-success-ink' },
  decline: { icon: CircleX, className: 'bg-danger-soft text-danger' },
  unclear: { icon: CircleHelp, className: 'bg-warning-soft text-warning-ink' },
} as const

/** For the eye only: money moves on the provider's word to the server, never on this address. */
export function PerfectMoneyResult({ outcome }: { outcome: PerfectMoneyOutcome }) {
  const t = useTranslations('deposit.result')
  const [, navigate] = useLocation()
  const { icon: Icon, className } = looks[outcome]
  const leave = () => {
    void reloadUser()
    navigate('/dashboard')
  }
  return (
    <div className="mx-auto grid w-full max-w-md gap-6">
      <div
        role="status"
        className={cn('grid justify-items-center gap-3 rounded-2xl px-6 py-12 text-center', className)}
      >
        <Icon aria-hidden className="size-16" />
        <h1 className="text-xl font-semibold">{t(`${outcome}_title`)}</h1>
        <p className={outcome === 'decline' ? 'text-ink' : undefined}>{t(`${outcome}_text`)}</p>
      </div>
      <Button size="lg" isWide onClick={leave}>
        {t('got_it')}
      </Button>
    </div>
  )
}
