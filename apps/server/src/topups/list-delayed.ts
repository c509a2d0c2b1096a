import type { WalletType } from '@cashbox/contract'
import { sql } from '../platform/database/sql.ts'
import type { WalletServices } from './services.ts'

/** Several looks in a row went wrong: what was sent meanwhile shows later. */
const LOOKS = 6
const AT_LEAST_MS = 60_000

/** The rails that are behind. */
export async function listDelayed({ db, clock, tron }: WalletServices): Promise<WalletType[]> {
  if (!tron.isOn) return []
  const since = new Date(clock.now().getTime() - Math.max(AT_LEAST_MS, LOOKS * tron.pollMs))
  const behind = await db.execute(sql`
    select 1 from tron_cursor where chain = ${tron.chain} and pass = 'first' and succeeded_at < ${since}`)
  return behind > 0 ? ['tron'] : []
}
