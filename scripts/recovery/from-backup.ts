import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../apps/server/test/server-process.ts'
import { createCluster, type Say } from './cluster.ts'
import { makePayments, readHistory, settingsFor, whileServing } from './network.ts'

/** `cashbox backup` beside a running server, a lost database, `cashbox restore` into a new one. */
export async function recoverFromBackup(programs: string, say: Say) {
  const cluster = await createCluster(programs)
  try {
    const data = cluster.makeFolder('data')
    cluster.initialise(data, [])
    await cluster.start(data)
    cluster.run('createdb', ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres', 'cashbox'])
    const backups = join(cluster.folder, 'backups')
    writeFileSync(join(cluster.folder, 'key'), 'the key of this trial, known to all')
    const env = {
      ...settingsFor(cluster.url('cashbox'), join(cluster.folder, 'sandbox')),
      CASHBOX_BACKUP_FOLDER: backups,
      CASHBOX_BACKUP_KEY_FILE: join(cluster.folder, 'key'),
      CASHBOX_POSTGRES_BIN: programs,
    }
    const cashbox = async (command: string, expected: number, changes: Record<string, string> = {}) => {
      const { code, output } = await runCommand(command, { ...env, ...changes })
      assert.equal(code, expected, output)
      return output.trim()
    }
    const { before, after } = await whileServing(env, async (server) => {
      const made = await makePayments(server, 5)
      say(await cashbox('backup', 0))
      return { before: made, after: await makePayments(server, 5) }
    })
    const file = readdirSync(backups).find((name) => name.endsWith('.backup')) ?? ''
    const refused = await cashbox(`restore ${join(backups, file)} --yes`, 1)
    assert.match(refused, /is not empty/)
    say(refused)
    cluster.run('dropdb', ['--force', '-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres', 'cashbox'])
    say('lost the database')
    cluster.run('createdb', ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres', 'cashbox'])
    const restored = await cashbox(`restore ${join(backups, file)} --yes`, 0)
    say(`${restored.split('\n').slice(0, 2).join(' ')} verify holds`)
    const known = await whileServing(env, readHistory)
    assert.ok(
      before.every((id) => known.has(id)),
      'a payment from before the back-up is missing',
    )
    assert.ok(
      after.every((id) => !known.has(id)),
      'a payment from after the back-up is there',
    )
    say('the 5 payments before the back-up are there, the 5 after it are not')
  } finally {
    await cluster.close()
  }
}
