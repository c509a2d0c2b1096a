import type { Partner } from '@cashbox/contract/operator'
import { useNow, useTranslations } from 'use-intl'
import { formatWhole } from '../../platform/formats.ts'
import { ageOf } from './durations.ts'

/** The server counts no further. */
const COUNTED = 10_000
const TICK_MS = 60_000

/** What has not arrived, and for how long the oldest of it waits. */
export function WaitingEvents({ webhook: { pending_events, oldest_pending_at } }: { webhook: Partner['webhook'] }) {
  const t = useTranslations('partners')
  const now = useNow({ updateInterval: TICK_MS })
  if (pending_events === 0 || oldest_pending_at === null) return t('hook.waiting_none')
  const age = ageOf(now.getTime() / 1000 - oldest_pending_at)
  const ageText = age ? t(`durations.${age.unit}`, { count: age.count }) : t('durations.moment')
  return (
    <span className="grid">
      {pending_events < COUNTED
        ? t('hook.waiting_count', { count: pending_events })
        : t('hook.waiting_many', { count: formatWhole(COUNTED) })}
      <span className="text-ink-soft">{t('hook.oldest', { age: ageText })}</span>
    </span>
  )
}
