import { randomUUID } from 'node:crypto'
import { isUnavailable, problemIn } from '@cashbox/postgres/database'
import { addressBinding } from '@cashbox/postgres/follow'
import { isNetworkName } from '@cashbox/postgres/network'
import { findPrimary } from '@cashbox/postgres/postgres-hosts'
import type { Config } from '@cashbox/server/platform/config'
import { createSeals } from '@cashbox/server/platform/secrets/keyring'
import { flag, NotUnderstood, type Print, readArguments, text, UsageError } from '../command-line/help.ts'
import { cancelMove } from './cancel-move.ts'
import { checkDatabases } from './check-databases.ts'
import {
  copyNetwork,
  finishMove,
  goOn,
  type Move,
  type MoveRow,
  type Phase,
  prepareCopy,
  stopAndCompare,
  switchOver,
} from './move-steps.ts'
import { endLeftSessions, type NetworkDatabase, openNetworkDatabase, readOne } from './network-database.ts'

export async function moveCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const given = readOptions(args)
  const opened = await openSource(config, given.network)
  const { source } = opened
  const databases: NetworkDatabase[] = [source]
  try {
    await lockMoves(source)
    await endLeftSessions(source)
    const seals = createSeals(config.secrets)
    const row = await readMove(source)
    // A command that was killed in its stop has left the network sealed.
    if (row?.phase === 'stopping') await goOn(source, row.id)
    if (given.isCancel) {
      const cancelled = row ?? (given.isTargetLost ? await readFinished(source) : undefined)
      if (!cancelled) throw new UsageError('No move of this network is under way.')
      const openAddress = () => seals.open(cancelled.address, addressBinding(cancelled.id))
      const target = await openNetworkDatabase(given.to, given.network).catch((error: unknown) => error as Error)
      if (!(target instanceof Error)) {
        databases.push(target)
        await endLeftSessions(target)
      }
      await cancelMove({ source, target, openAddress, row: cancelled, isTargetLost: given.isTargetLost, print })
      return
    }
    const options = await toOptions(config, given, opened.url)
    const target = await openNetworkDatabase(options.to, given.network).catch((error: unknown) => {
      throw new UsageError(`The new database does not answer (${problemIn(error)}). ${adviceIn(row?.phase)}`)
    })
    databases.push(target)
    await endLeftSessions(target)
    if (row && seals.open(row.address, addressBinding(row.id)) !== options.server) {
      throw new UsageError('A move to another address is under way: name that address, or cancel that move first.')
    }
    const id = row?.id ?? randomUUID()
    if (!row) await checkDatabases(source, target)
    if (!row) {
      await source.query(
        `insert into network_move (id, direction, phase, address) values ($1, 'away', 'preparing', $2)`,
        [id, seals.seal(options.server, addressBinding(id))],
      )
    }
    const say = sayer(print)
    if (row) say(`goes on with the move that was interrupted while ${row.phase}`)
    const signals = watchSignals()
    try {
      await go(
        { ...options, id, source, target, config, say, interrupted: signals.interrupted },
        row?.phase ?? 'preparing',
      )
    } finally {
      signals.close()
    }
  } finally {
    await Promise.all(databases.map((database) => database.close()))
    await opened.close()
  }
}

async function go(move: Move, from: Phase) {
  const { interrupted, say } = move
  if (from !== 'switched') {
    await explaining(
      copyAndStop(move, from),
      'The network is in the old database. Run this command again to go on, or cancel the move.',
    )
  }
  interrupted.catch(() => say('interrupted after the switch: the move is finished first'))
  await switchOver(move)
  await explaining(
    finishMove(move),
    'The network is in the new database. Run this command again to end the replication.',
  )
}

async function copyAndStop(move: Move, from: Phase) {
  const { interrupted } = move
  if (from === 'preparing') await Promise.race([prepareCopy(move), interrupted])
  const comparison = await Promise.race([copyNetwork(move), interrupted])
  await stopAndCompare(move, comparison)
}

/** Where a database is out of reach or out of space, says where the network is. */
const explaining = (work: Promise<void>, advice: string) =>
  work.catch((error: unknown) => {
    if (error instanceof UsageError || !isUnavailable(error)) throw error
    throw new UsageError(`A database can't be used (${problemIn(error)}). ${advice}`)
  })

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Until the switch a signal ends the command, and the network goes on in the old database. */
function watchSignals() {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const onSignal = () =>
    reject(
      new UsageError(
        'Interrupted: the network goes on in the old database, which keeps its log for the copy. Run this command again to go on with the move, or cancel it.',
      ),
    )
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return {
    interrupted: promise,
    close: () => SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  }
}

function sayer(print: Print) {
  const started = performance.now()
  return (line: string) => print(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`)
}

function readOptions(args: readonly string[]) {
  const options = { to: text, server: text, from: text, stop: text, cancel: flag, 'target-is-lost': flag }
  const { values, positionals } = readArguments('network', args, options, 1)
  const [network = ''] = positionals
  const { to, server, from, stop = '30', cancel = false, 'target-is-lost': isTargetLost = false } = values
  const stopS = Number(stop)
  if (!isNetworkName(network) || to === undefined || !(stopS > 0)) throw new NotUnderstood('network')
  return { network, to, server, from, stopS, isCancel: cancel, isTargetLost }
}

async function toOptions(
  { databaseOwnerUrl }: Config,
  { network, to, server, from, stopS }: ReturnType<typeof readOptions>,
  sourceUrl: string,
) {
  if (databaseOwnerUrl !== null && server === undefined) {
    throw new UsageError('Say --server URL too: how processes reach the new database, with a role that owns no tables.')
  }
  return {
    network,
    to,
    /** How processes reach the new database. */
    server: server ?? to,
    /** How the new database reaches the old one. */
    from: from ?? (await findPrimary(sourceUrl)),
    stopS,
  }
}

/** As the owner of the tables, where that is another role. */
async function openSource({ databaseOwnerUrl, databaseUrl, dataDirectory }: Config, network: string) {
  const given = databaseOwnerUrl ?? databaseUrl
  if (given !== null) return { url: given, source: await openNetworkDatabase(given, network), close: async () => {} }
  const { openEmbeddedPostgres } = await import('@cashbox/postgres/embedded-postgres')
  // A move leads the users of the old database away, and those that did not see it go come back for the new address.
  const embedded = await openEmbeddedPostgres(dataDirectory, () => {}, { leavesToUsers: true })
  return { url: embedded.url, source: await openNetworkDatabase(embedded.url, network), close: () => embedded.close() }
}

/** One command at a time; the lock ends with the connection. */
async function lockMoves(source: NetworkDatabase) {
  const isFree = await readOne<boolean>(
    source,
    `select pg_try_advisory_lock(hashtextextended(current_schema() || ' move', 0))`,
  )
  if (!isFree) throw new UsageError('Another command moves this network at this moment.')
}

const readMoves = (source: NetworkDatabase, condition: string) =>
  source.query<MoveRow>(
    `select id, phase, address, set_aside, copy_slots from network_move
     where direction = 'away' and ${condition} order by started_at desc limit 1`,
  )

const readMove = async (source: NetworkDatabase) =>
  (await readMoves(source, `phase not in ('finished', 'cancelled')`))[0]

const readFinished = async (source: NetworkDatabase) => (await readMoves(source, `phase = 'finished'`))[0]

const adviceIn = (phase: Phase | undefined) =>
  phase === 'switched'
    ? 'The network is there, and agents are refused: bring it back and run this command again. If it never comes back, say --cancel --target-is-lost.'
    : 'The network is in the old database.'
