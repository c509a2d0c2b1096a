import { type OperatorRole, operatorRoles } from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { runCommand, startProcess } from '@cashbox/testing/server-process'
import { startTcpProxy } from '@cashbox/testing/tcp-proxy'
import { connect, fillNetwork, openDatabase, tempFolder } from '../common/database.ts'
import { median } from '../common/measurement.ts'
import { openPartner } from '../common/partner.ts'
import { sandboxEnv } from '../common/server.ts'
import { compareDuring, type Tally } from './tally.ts'

const DATABASE = 'attack'
const TRANSACTIONS = 20_000
export const PASSPHRASE = 'a passphrase that only the provider knows'

export type Target = Awaited<ReturnType<typeof openTarget>>

/** A separate server and PostgreSQL, with agents that have floats, and transactions that can be confirmed. */
export async function openTarget() {
  const opened = new AsyncDisposableStack()
  const postgres = opened.use(await startPostgres({ fsync: false }))
  const folder = opened.use(tempFolder('attack'))
  await openDatabase(postgres.url, DATABASE)
  const network = await startTcpProxy({ host: '127.0.0.1', port: postgres.port })
  const env = attackedEnv(postgres.url(DATABASE).replace(`:${postgres.port}/`, `:${network.port}/`), folder.path)
  const server = await startProcess(env)
  opened.defer(() => network.close())
  const db = opened.use(await connect(postgres.url(DATABASE)))
  await fillNetwork(db, { deposits: TRANSACTIONS })
  let next = 0
  return {
    url: server.url,
    db,
    network,
    /** A second connection to the database, past that network. */
    connect: () => connect(postgres.url(DATABASE)),
    output: server.output,
    newDatabase: async (name: string) => {
      await openDatabase(postgres.url, name)
      return postgres.url(name)
    },
    /** The number of a deposit that no one has confirmed yet. */
    nextDeposit: () => next++,
    verify: () => runCommand('verify', env),
    async close() {
      const code = await server.kill('SIGTERM')
      await opened.disposeAsync()
      return code
    },
  }
}

export const attackedEnv = (databaseUrl: string, folder: string) => ({
  ...sandboxEnv(databaseUrl, folder),
  // Each request can then name another address, so that limits by address don't end the attack early.
  CASHBOX_TRUST_PROXY: '127.0.0.1',
  PERFECT_MONEY_PASSPHRASE: PASSPHRASE,
  LOG_LEVEL: 'info',
})

/** Every account with its balance: the same text means that no money has moved. */
export async function readBalances({ db }: Target): Promise<string> {
  const { rows } = await db.query<{ all: string }>(
    `select md5(string_agg(id || ' ' || balance, ',' order by id)) as all from account`,
  )
  return rows[0]?.all ?? ''
}

export type People = Awaited<ReturnType<typeof gatherPeople>>

/** One operator of each role, a partner who may do everything, and one who may only read. */
export async function gatherPeople(target: Target) {
  const operators = Object.fromEntries(
    await Promise.all(operatorRoles.map(async (role) => [role, await operatorOf(target.url, role)] as const)),
  ) as Record<OperatorRole, OperatorClient>
  const partner = (permissions: readonly PartnerPermission[] = partnerPermissions) =>
    openPartner(target.url, operators.admin, permissions)
  return {
    operators,
    partner: await partner(),
    readingPartner: await partner(['read']),
    /** After an attack has ended the session of the one before. */
    renewAdmin: async () => {
      operators.admin = await operatorOf(target.url, 'admin')
    },
  }
}

const TIMES = 60
const VICTIM = 400

/** The median of an honest agent's profile and confirmation. */
async function measureVictim(target: Target, tally: Tally): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now()
    await tally.ask(VICTIM, '/api/user/profile')
    const { status, text } = await tally.confirm(VICTIM, target.nextDeposit())
    if (status !== 200) tally.finding(`an honest confirmation was answered ${status}: ${text}`)
    times.push(performance.now() - started)
  }
  return median(times)
}

/** An honest agent's median before and during an attack, as a ratio. */
export const watchVictim = (target: Target, tally: Tally, attack: (during: () => Promise<void>) => Promise<void>) =>
  compareDuring(tally, { measure: () => measureVictim(target, tally), attack, who: 'an honest agent', slackMs: 20 })
