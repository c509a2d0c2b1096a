import type { confirmPayment, ParsedInputOf } from '@cashbox/contract'
import { toSeconds } from '../platform/clock.ts'

export const MAX_POSITION_AGE_S = 120

type SentPosition = Pick<ParsedInputOf<typeof confirmPayment>, 'geo_lat' | 'geo_lon' | 'geo_at'>

/** Where an agent says they are, as `agent_refusal` judges it. */
export function judgedPosition(sent: SentPosition, at: Date, { isTimeRequired }: { isTimeRequired: boolean }) {
  const hasPosition = sent.geo_at != null || !isTimeRequired
  return {
    lat: hasPosition ? degrees(sent.geo_lat) : null,
    lon: hasPosition ? degrees(sent.geo_lon) : null,
    // Without a time the position counts as taken now, as the specified call has no time.
    age_s: sent.geo_at == null ? null : toSeconds(at) - sent.geo_at,
  }
}

const degrees = (text: string | null | undefined) => (text ? Number(text) : null)
