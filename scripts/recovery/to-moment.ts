import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyBase } from '../../apps/server/test/replica.ts'
import { type Cluster, createCluster, type Say } from './cluster.ts'
import { expectVerified, makePayments, readHistory, settingsFor, whileServing } from './network.ts'

/** A base back-up and the archive of the log, a lost machine, and its state of one moment again. */
export async function recoverToMoment(programs: string, say: Say) {
  const cluster = await createCluster(programs)
  try {
    const [data, archive] = [cluster.makeFolder('data'), cluster.makeFolder('archive')]
    cluster.initialise(data, [
      'archive_mode = on',
      `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
      'archive_timeout = 60',
    ])
    await cluster.start(data)
    ask(cluster, 'create database cashbox')
    const env = settingsFor(cluster.url('cashbox'), join(cluster.folder, 'sandbox'))
    const { early, late, moment } = await whileServing(env, async (server) => {
      const first = await makePayments(server, 3)
      const base = join(cluster.folder, 'base')
      await makeBase(cluster, data, base)
      say(`made a base back-up of PostgreSQL ${ask(cluster, 'show server_version')} while the server ran`)
      const second = await makePayments(server, 5)
      const at = ask(cluster, 'select clock_timestamp()')
      say(`noted the moment ${at}`)
      // The moment must lie between two commits for everyone to see what it means.
      await sleep(1_000)
      return { early: [...first, ...second], moment: at, late: await makePayments(server, 5) }
    })
    await archived(cluster, archive)
    await cluster.kill()
    renameSync(data, join(cluster.folder, 'lost'))
    say('lost the database')

    const base = join(cluster.folder, 'base')
    appendFileSync(
      join(base, 'postgresql.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    )
    writeFileSync(join(base, 'recovery.signal'), '')
    await cluster.start(base)
    await expectVerified(env)
    say('recovered; verify holds')
    const known = await whileServing(env, readHistory)
    assert.ok(
      early.every((id) => known.has(id)),
      'a payment from before the moment is missing',
    )
    assert.ok(
      late.every((id) => !known.has(id)),
      'a payment from after the moment is there',
    )
    say(`the ${early.length} payments before the moment are there, the ${late.length} after it are not`)
  } finally {
    await cluster.close()
  }
}

async function makeBase(cluster: Cluster, data: string, base: string) {
  if (!cluster.has('pg_basebackup')) {
    await copyBase({ data, url: cluster.url }, base)
    cluster.giveAway(base)
    return
  }
  const where = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres']
  cluster.run('pg_basebackup', [...where, '-D', base, '--checkpoint=fast', '--wal-method=stream'])
  cluster.run('pg_verifybackup', [base])
}

const ask = (cluster: Cluster, statement: string) =>
  cluster.run('psql', ['-qAt', '-d', cluster.url('postgres'), '-c', statement]).trim()

/** Ends the present file of the log, and waits until the archive has it. */
async function archived(cluster: Cluster, archive: string) {
  const file = ask(cluster, 'select pg_walfile_name(pg_switch_wal())')
  for (let look = 0; look < 600 && !existsSync(join(archive, file)); look += 1) await sleep(100)
  assert.ok(existsSync(join(archive, file)), `the archive has only ${readdirSync(archive).join(', ')}`)
}
