import { UsageError } from '../commands/help.ts'
import { type MoveRow, markOf, readMark } from './move-steps.ts'
import { type Place, quote, readOne } from './place.ts'
import { dropPublication, dropSubscription, replicationName } from './replicate.ts'
import { unseal } from './seal.ts'

interface Cancel {
  readonly source: Place
  /** An error when it is out of reach. */
  readonly target: Place | Error
  readonly row: MoveRow
  readonly isTargetLost: boolean
  readonly print: (line: string) => void
}

/** The network goes on in the old place. Refused once it has served in the new one. */
export async function cancelMove({ source, target, row, isTargetLost, print }: Cancel): Promise<void> {
  const { id, phase } = row
  const { network } = source
  const isReached = !(target instanceof Error)
  const isUnused = isReached && (await readMark(target)) === markOf(id)
  if (phase === 'switched' && isReached && !isUnused) {
    throw new UsageError('The network is in the new place already: move it back instead.')
  }
  if (phase === 'switched' && !isReached && !isTargetLost) {
    throw new UsageError(
      `The new place does not answer (${target.message}), and the network may have served there. Say --target-is-lost if it never comes back: whatever was confirmed there is lost then.`,
    )
  }
  const name = replicationName(network, id)
  if (isReached) await dropSubscription(target, name)
  await unseal(source)
  await source.query(`update network_move set phase = 'cancelled' where id = $1`, [id])
  print('The network goes on in the old place.')
  await dropPublication(source, name, row.copy_slots)
  if (!isReached) {
    print(
      `The new place does not answer (${target.message}): remove the schema ${network} and the subscription ${name} there.`,
    )
    return
  }
  if (isUnused) await target.script(`drop schema ${quote(network)} cascade`)
  if (row.set_aside !== null) await putBack(target, row.set_aside)
  print('The copy is removed.')
}

/** The copy of an earlier move gets its name again. */
async function putBack(target: Place, aside: string) {
  const mayBe = await readOne<boolean>(
    target,
    'select to_regnamespace($1) is null and to_regnamespace($2) is not null',
    [quote(target.network), quote(aside)],
  )
  if (mayBe) await target.script(`alter schema ${quote(aside)} rename to ${quote(target.network)}`)
}
