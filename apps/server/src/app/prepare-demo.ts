import { openSamples, writeSampleHistory } from '../payments/sample-history.ts'
import { only, sql, type Tx, uuid } from '../platform/database/database.ts'
import type { Services } from '../platform/services.ts'

const PER_DAY = 2

const FIVE_DOLLARS = 500n

/** Fills a demo account with six months of history and something to confirm, with players who are not real. */
export const prepareDemo =
  ({ clock, keyring }: Pick<Services, 'clock' | 'keyring'>) =>
  async (tx: Tx, agentId: string): Promise<void> => {
    const { id: playerServiceId } = only(
      await tx.query(sql`select id from player_service where code = 'demo'`, { id: uuid }),
    )
    const options = { keyring, agentId, playerServiceId, now: clock.now() }
    await writeSampleHistory(tx, { ...options, perDay: PER_DAY, unit: FIVE_DOLLARS })
    await openSamples(tx, options)
  }
