import type { ParsedInputOf } from '@cashbox/contract'
import type { previewChannelFees as call } from '@cashbox/contract/operator'
import { toSeconds } from '../../platform/clock.ts'
import { rehearse, type Tx } from '../../platform/database/database.ts'
import { lockChannel } from './change-channel.ts'
import { readChannel } from './channel.ts'
import type { ChannelServices } from './services.ts'
import { writeFees } from './set-fees.ts'

/** Sets fees, says how they compare with the others, and takes them back. */
export const previewFees = ({ db, clock }: ChannelServices, input: ParsedInputOf<typeof call>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const { id } = await lockChannel(tx, input)
    const before = await readFees(tx, id, at)
    const { from, after } = await rehearse(tx, async () => {
      const written = await writeFees(tx, id, input, at)
      return { from: toSeconds(written.from), after: await readFees(tx, id, at) }
    })
    const isFrom = ({ valid_from }: { valid_from: number | null }) => valid_from === from
    const fee = after.find(isFrom)
    if (!fee) throw new Error('fees that were just written are not there')
    return { fee, replaced: before.find((known) => known.state === 'future' && isFrom(known)) ?? null }
  })

const readFees = async (tx: Tx, id: string, at: Date) => (await readChannel(tx, id, at)).channel.fees
