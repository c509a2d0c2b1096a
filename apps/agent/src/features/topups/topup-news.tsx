import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { reloadUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { notify } from '../../platform/toasts.ts'
import { changedSince, creditedIn, type SeenStates, withSeen } from './topup-changes.ts'
import { topupsOf, useTopups } from './use-topups.ts'

/** Shows a message when a top-up is credited or held, on every screen. */
export function TopupNews() {
  const t = useTranslations('topup')
  const { data } = useTopups()
  const seen = useRef<SeenStates | null>(null)
  useEffect(() => {
    if (!data) return
    const list = topupsOf(data.pages)
    const changed = changedSince(seen.current, list)
    seen.current = withSeen(seen.current, list)
    const credited = creditedIn(changed)
    for (const [currency, sum] of credited) {
      notify('success', t('credited_notice', { amount: `+${formatMoney(sum)} ${currency}` }))
    }
    if (credited.size > 0) void reloadUser()
    if (changed.some(({ state }) => state === 'held')) notify('info', t('held_notice'))
  }, [data, t])
  return null
}
