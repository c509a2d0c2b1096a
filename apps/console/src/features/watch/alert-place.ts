import type { Alert, AlertKind } from '@cashbox/contract/operator'

/** Where an alert is mended, or where there is more about it on this page. */
type Place =
  | { readonly page: 'held_topups' | 'partner' | 'rates' | 'destinations' | 'channels'; readonly href: string }
  | { readonly part: 'floats' | 'topups' | 'tron' | 'jobs' | 'verification' }

const pages: Partial<Record<AlertKind, (id: string) => Place>> = {
  topups_held: (reason) => ({ page: 'held_topups', href: `/held-topups?reason=${reason}` }),
  webhook_delayed: (partner) => ({ page: 'partner', href: `/partners/${partner}` }),
  webhook_disabled: (partner) => ({ page: 'partner', href: `/partners/${partner}` }),
  key_expiring: (partner) => ({ page: 'partner', href: `/partners/${partner}` }),
  key_unused: (partner) => ({ page: 'partner', href: `/partners/${partner}` }),
  key_old: (partner) => ({ page: 'partner', href: `/partners/${partner}` }),
  alerts_undelivered: () => ({ page: 'destinations', href: '/alert-destinations' }),
  channel_missing: () => ({ page: 'channels', href: '/channels' }),
  rate_refused: () => ({ page: 'rates', href: '/rates' }),
  rate_stale: () => ({ page: 'rates', href: '/rates' }),
}

/** What no page mends. */
const parts: Partial<Record<AlertKind, Extract<Place, { part: unknown }>['part']>> = {
  tron_lag: 'tron',
  topups_confirming: 'topups',
  credits_missing: 'topups',
  check_failed: 'verification',
  verification_overdue: 'verification',
  float_below_zero: 'floats',
}

export const placeOf = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): Place =>
  pages[kind]?.(encodeURIComponent(subject.id.split('/')[0] ?? '')) ?? { part: parts[kind] ?? 'jobs' }
