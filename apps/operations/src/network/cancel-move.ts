import { closing, codeOf, isUnavailable, problemIn } from '@cashbox/postgres/database'
import { type Print, UsageError } from '../command-line/help.ts'
import { type MoveRow, markOf, readMark } from './move-steps.ts'
import { type NetworkDatabase, openNetworkDatabase, quote, readOne } from './network-database.ts'
import { dropPublication, dropSubscription, replicationName } from './replicate.ts'
import { unseal } from './seal.ts'

interface Cancel {
  readonly source: NetworkDatabase
  /** An error when it is out of reach. */
  readonly target: NetworkDatabase | Error
  /** Reads how processes reach the target. */
  readonly openAddress: () => string
  readonly row: MoveRow
  readonly isTargetLost: boolean
  readonly print: Print
}

/** The network goes on in the old database. Refused once it has served in the new one, unless that is lost. */
export async function cancelMove({ source, target, openAddress, row, isTargetLost, print }: Cancel): Promise<void> {
  const { id, phase } = row
  const { network } = source
  const isReached = !(target instanceof Error)
  const copy = isReached ? await readCopy(target, id) : 'none'
  const mayHaveServed = (phase === 'switched' || phase === 'finished') && copy !== 'unused'
  if (mayHaveServed && copy === 'served') {
    throw new UsageError('The network is in the new database already: move it back instead.')
  }
  if (mayHaveServed && !isTargetLost) {
    throw new UsageError(
      `The new database ${isReached ? 'has no such network' : `does not answer (${problemIn(target)})`}, and the network may have served there. Say --target-is-lost if it never comes back: whatever was confirmed there is lost then.`,
    )
  }
  if (mayHaveServed) await refuseAnswering(openAddress(), row, network)
  const name = replicationName(network, id)
  let problem = isReached ? await failureOf(dropSubscription(target, name)) : target
  await unseal(source)
  await source.query(`update network_move set phase = 'cancelled' where id = $1`, [id])
  print('The network goes on in the old database.')
  if (mayHaveServed) {
    print('It is as it was at the switch. Start its processes again: those that run wait for the new database.')
    print('Never let the new database serve again: agents and partners would find two networks.')
  }
  await dropPublication(source, name, row.copy_slots)
  if (isReached) problem ??= await failureOf(dropCopy(target, copy, row.set_aside))
  print(
    problem === null
      ? 'The copy is removed.'
      : `The new database can't be used (${problemIn(problem)}): remove the schema ${network} and the subscription ${name} there.`,
  )
}

/** A new database that is lost or full does not keep the old one from letting go. */
const failureOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (isUnavailable(error)) return error
      throw error
    },
  )

async function dropCopy(target: NetworkDatabase, copy: Copy, renamed: string | null) {
  if (copy === 'unused') await target.script(`drop schema ${quote(target.network)} cascade`)
  if (renamed !== null) await putBack(target, renamed)
}

/** What a database has of a move: a copy that never served, the network, or nothing. */
type Copy = 'unused' | 'served' | 'none'

async function readCopy(database: NetworkDatabase, id: string): Promise<Copy> {
  if ((await readMark(database)) === markOf(id)) return 'unused'
  if (!(await readOne<boolean>(database, `select to_regclass('network_move') is not null`))) return 'none'
  const isHere = await readOne<boolean>(database, 'select exists (select from network_move where id = $1)', [id])
  return isHere ? 'served' : 'none'
}

const REFUSES_ROLE = /^28/

/** The address that was given may be another one. Two databases that both serve would be worse than a network that stands still. */
async function refuseAnswering(server: string, { id }: MoveRow, network: string) {
  const database = await openNetworkDatabase(server, network).catch((error: unknown) => error as Error)
  const answers =
    database instanceof Error
      ? REFUSES_ROLE.test(codeOf(database))
      : await closing(database, async () => (await readCopy(database, id)) !== 'none')
  if (answers) throw new UsageError(`The new database is not lost: it answers at ${new URL(server).host}.`)
}

/** The copy of an earlier move gets its name again. */
async function putBack(target: NetworkDatabase, renamed: string) {
  const mayBe = await readOne<boolean>(
    target,
    'select to_regnamespace($1) is null and to_regnamespace($2) is not null',
    [quote(target.network), quote(renamed)],
  )
  if (mayBe) await target.script(`alter schema ${quote(renamed)} rename to ${quote(target.network)}`)
}
