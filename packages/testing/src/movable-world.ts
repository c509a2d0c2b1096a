import { isUnavailable } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { readConfig } from '@cashbox/server/app/config'
import { followMoves } from '@cashbox/server/app/open-database'
import { createLog } from '@cashbox/server/platform/log/log'
import { Client } from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { ask } from './postgres/ask.ts'
import { type RunningPostgres, startPostgres } from './postgres/start-postgres.ts'
import { createServerRole, DATABASE, fillServer, SERVER_ROLE, TEST_SECRET } from './postgres/template.ts'
import { runCommand, startWorkerProcess } from './server-process.ts'
import { openWorld, type World } from './world.ts'

export { ask, fillServer }

const NETWORK = 'cashbox'

/** Tables are copied at the same time, so that a move takes seconds. */
const SETTINGS = {
  wal_level: 'logical',
  synchronous_commit: 'off',
  max_worker_processes: '30',
  max_logical_replication_workers: '20',
  max_sync_workers_per_subscription: '8',
  max_replication_slots: '40',
  max_wal_senders: '40',
  wal_retrieve_retry_interval: '20ms',
}

/** A PostgreSQL that networks move between; `programs` is the folder of another version. */
export async function startServer(programs?: string): Promise<RunningPostgres> {
  const server = await startPostgres({
    fsync: false,
    isInMemory: true,
    settings: SETTINGS,
    ...(programs ? { programs } : {}),
  })
  await createServerRole(server)
  return server
}

/** Two servers for the tests of one file. Networks begin in the first. */
export function prepareServers() {
  let servers: readonly [RunningPostgres, RunningPostgres]
  beforeAll(async () => {
    servers = await Promise.all([startServer(), startServer()])
    await fillServer(servers[0])
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))
  return {
    here: () => servers[0],
    there: () => servers[1],
    /** A network on the first server, with an agent who is logged in. */
    async openMoving() {
      const world = await openMovableWorld(servers[0])
      onTestFinished(() => world.close())
      return { ...world, token: await world.logIn('approved') }
    },
  }
}

export type MovableWorld = Awaited<ReturnType<typeof openMovableWorld>>

let databases = 0

/** A server on a network of its own, which follows it, and the command that moves it. */
async function openMovableWorld(server: RunningPostgres) {
  const config = readConfig({ CASHBOX_SECRET: TEST_SECRET })
  const follow = followMoves(config, createLog('silent'))
  const world = await openWorld({
    postgres: { template: { url: server.url('postgres'), database: DATABASE }, follow },
    openServerDatabase: async (url) =>
      connectPostgres({ network: NETWORK, url, connections: 10, onError: () => {}, follow }),
  })
  const env = (ownerUrl: string) => ({
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: asServer(ownerUrl),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_SECRET: TEST_SECRET,
  })
  const words = (to: string, more: string, network = NETWORK) =>
    `network move ${network} --to ${to} --server ${asServer(to)}${more}`
  return {
    ...world,
    /** An empty database on another server. */
    async emptyDatabase(other: RunningPostgres): Promise<string> {
      databases += 1
      await ask(other.url('postgres'), `create database empty_${databases}`)
      return other.url(`empty_${databases}`)
    },
    /** To its end. */
    move: (to: string, more = '', from = world.ownerUrl) => runCommand(words(to, more), env(from)),
    /** Another network in the same database, which was started once, and how it is moved. */
    async createNetwork(name: string) {
      const started = { ...env(world.ownerUrl), CASHBOX_NETWORK: name }
      for (const command of [`network create ${name}`, 'verify']) await runCommand(command, started)
      return { move: (to: string) => runCommand(words(to, '', name), started) }
    },
    cancel: (to: string, more = '') =>
      runCommand(`network move ${NETWORK} --to ${to} --cancel${more}`, env(world.ownerUrl)),
    /** Another command, on the addresses that the network had at first. */
    run: (command: string, more: Record<string, string> = {}) =>
      runCommand(command, { ...env(world.ownerUrl), ...more }),
    /** Removes a copy that was left. */
    remove: (name: string, url: string) => runCommand(`network remove ${name} --confirm ${name}`, env(url)),
    /** In a process that can be killed. */
    startMove: (to: string, more = '') => startWorkerProcess(env(world.ownerUrl), words(to, more)),
  }
}

const asServer = (url: string) => url.replace('postgres@', `${SERVER_ROLE}@`)

/** Agents who confirm until they are stopped; each confirmation is sent again with its key until it has an answer. */
export function startConfirming(world: World, token: string) {
  const stopping = new AbortController()
  const confirmed: { readonly transaction_id: string; readonly key: string }[] = []
  const refused: { readonly status: number; readonly retryAfter: string | null }[] = []
  const agent = async (number: number) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const opened = await insist(() => world.openTransaction('deposit', '100.00'))
      const key = `moving-${number}-${turn}`
      for (;;) {
        const input = { type: 'deposit', amount: '100.00', transaction_id: opened.transaction_id } as const
        const { status, headers, failure } = await world.confirm(token, input, { key })
        if (status === 200) break
        if (status !== 503) throw new Error(`a confirmation answered ${status}: ${failure.message}`)
        refused.push({ status, retryAfter: headers.get('retry-after') })
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      confirmed.push({ transaction_id: opened.transaction_id, key })
    }
  }
  const work = Promise.all([agent(1), agent(2), agent(3)])
  work.catch(() => {})
  return {
    confirmed,
    refused,
    async stop() {
      stopping.abort()
      await work
    },
  }
}

/** Until the network takes it: it stands still for a moment. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Opened and confirmed. */
export const deposit = async (world: MovableWorld, token: string) => {
  const { transaction_id } = await world.openTransaction('deposit', '100.00')
  return world.confirm(token, { type: 'deposit', amount: '100.00', transaction_id })
}

export const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Until the command has said it. Fails when the command ends before. */
export async function said(command: ReturnType<MovableWorld['startMove']>, words: string) {
  let hasEnded = false
  void command.ended.then(() => (hasEnded = true))
  await until(() => hasEnded || command.output().includes(words))
  if (!command.output().includes(words)) throw new Error(`the command ended:\n${command.output()}`)
}

/** A lock in the copy, held until the test lets go. */
export async function hold(url: string, lock: string) {
  const client = new Client({ connectionString: url, options: '-c search_path=cashbox' })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${lock}`)
  let isHeld = true
  const release = async () => {
    if (isHeld) await client.end()
    isHeld = false
  }
  onTestFinished(release)
  return release
}
