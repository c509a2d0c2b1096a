import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { col, type Database, sql } from '@cashbox/postgres/database'
import { readConfig } from '@cashbox/server/app/config'
import { openDatabase } from '@cashbox/server/app/open-database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { createLog } from '@cashbox/server/platform/log/log'
import { verifyDatabase } from '@cashbox/server/verify/verify-database'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand, startWorkerProcess } from '@cashbox/testing/server-process'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'

const log = createLog('silent')
let folder: string
let db: Database
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-backup-'))
  const identity = await generateX25519Identity()
  await writeFile(join(folder, 'key'), `# created: 2026-11-17\n${identity}\n`)
  env = {
    CASHBOX_SECRET: TEST_SECRET,
    CASHBOX_DATA_DIR: join(folder, 'data'),
    CASHBOX_BACKUP_FOLDER: join(folder, 'backups'),
    CASHBOX_BACKUP_RECIPIENT: await identityToRecipient(identity),
  }
  db = await openDatabase(readConfig(env), log)
  await openKeyring(db, readConfig(env))
  // As a server does: while it listens, no other process stops the database.
  await db.listen('live', () => {})
  await db.execute(sql`insert into setting (key, value) values ('partner_name', '"Before the back-up"')`)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

async function backUp(changes: Record<string, string> = {}, ...args: string[]) {
  const lines: string[] = []
  const isSound = await backupCommand(readConfig({ ...env, ...changes }), args, (line) => void lines.push(line))
  return { isSound, lines, path: lines[0]?.split(': ')[0] ?? '' }
}

const restore = (path: string, changes: Record<string, string>, key = 'key') =>
  restoreCommand(readConfig({ ...env, ...changes }), [path, '--identity', join(folder, key), '--yes'], () => {})

const backups = async (name = 'backups') => (existsSync(join(folder, name)) ? readdir(join(folder, name)) : [])

let made: string

test('a back-up beside the running process is restored to the same rows, and every rule holds there', async () => {
  const { isSound, lines, path } = await backUp()
  made = path
  expect(isSound).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(/cashbox-.*\.tar\.age: [\d,]+ bytes\.$/),
    expect.stringMatching(/^Restored and checked: [\d,]+ rows, all \d+ rules hold\.$/),
  ])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path)).includes('Before the back-up')).toBe(false)

  await db.execute(sql`update setting set value = '"After the back-up"' where key = 'partner_name'`)
  const elsewhere = join(folder, 'restored')
  await restore(path, { CASHBOX_DATA_DIR: elsewhere })
  const config = readConfig({ ...env, CASHBOX_DATA_DIR: elsewhere })
  const copy = await openDatabase(config, log)
  onTestFinished(() => copy.close())
  const names = await copy.query(sql`select value #>> '{}' as name from setting where key = 'partner_name'`, {
    name: col.text,
  })
  expect(names).toEqual([{ name: 'Before the back-up' }])
  const findings = await verifyDatabase(copy, await openKeyring(copy, config))
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  await expect(restore(path, { CASHBOX_DATA_DIR: elsewhere })).rejects.toThrow('already has a database')
})

test('the running process remembers the back-up, and what its check found', async () => {
  expect(
    await db.query(sql`select broken_rules from backup order by made_at desc limit 1`, {
      broken_rules: col.nullable(col.int4),
    }),
  ).toEqual([{ broken_rules: 0 }])
})

test('another key, a changed byte and a cut file are refused, and nothing is restored', async () => {
  const bytes = await readFile(made)
  const changed = Buffer.from(bytes)
  changed[bytes.length - 100] = (changed[bytes.length - 100] ?? 0) ^ 1
  const target = join(folder, 'nothing')
  await writeFile(join(folder, 'other-key'), await generateX25519Identity())
  await expect(restore(made, { CASHBOX_DATA_DIR: target }, 'other-key')).rejects.toThrow('does not open with this key')
  for (const [name, content] of Object.entries({ changed, cut: bytes.subarray(0, -1000) })) {
    const path = join(folder, `${name}.tar.age`)
    await writeFile(path, content)
    await expect(restore(path, { CASHBOX_DATA_DIR: target })).rejects.toThrow('damaged or cut off')
  }
  expect(existsSync(target)).toBe(false)
})

test('a back-up of one engine is not restored into the other', async () => {
  const postgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', CASHBOX_MODE: 'sandbox' }
  await expect(restore(made, postgres)).rejects.toThrow('a back-up of an embedded database')
})

test('broken books are backed up all the same, and the broken rule is named', async () => {
  await db.execute(sql`update audit_end set number = number + 1`)
  const { isSound, lines, path } = await backUp()
  await db.execute(sql`update audit_end set number = number - 1`)
  expect(isSound).toBe(false)
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^FAILED {2}.*audit/)])
  expect(existsSync(path)).toBe(true)
})

test('a back-up whose process is killed in the middle leaves nothing that looks whole, and the next one tidies up', async () => {
  const changes = { CASHBOX_BACKUP_FOLDER: join(folder, 'killed') }
  const process = startWorkerProcess({ ...env, ...changes }, 'backup')
  const scratch = join(env['CASHBOX_DATA_DIR'] ?? '', 'backup-check')
  await expect.poll(() => existsSync(join(scratch, 'postgres/data')), { timeout: 60_000 }).toBe(true)
  await process.kill('SIGKILL')
  const left = (await backups('killed')).toSorted()
  expect(left).toEqual([expect.stringMatching(/^\.cashbox-.*\.part$/), '.cashbox.lock'])
  await rm(join(folder, 'killed/.cashbox.lock'), { recursive: true })
  await backUp(changes)
  expect(await backups('killed')).toEqual([expect.stringMatching(/^cashbox-.*\.tar\.age$/)])
  expect(existsSync(scratch)).toBe(false)
})

const mount = (path: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]).status === 0

test('a full disk is said in one sentence, and leaves nothing behind', async (context) => {
  const small = join(folder, 'small')
  await mkdir(small)
  if (!mount(small)) context.skip('needs root, and a machine that lets it mount a small disk')
  onTestFinished(() => void spawnSync('umount', [small]))
  await expect(backUp({ CASHBOX_BACKUP_FOLDER: small })).rejects.toThrow('The disk is full: no back-up was made.')
  expect(await readdir(small)).toEqual([])
})

test('a folder that can not be is named in one line', async () => {
  for (const folder of ['/dev/null/backups', process.execPath, join(tmpdir(), 'x'.repeat(300))]) {
    const { code, output } = await runCommand('backup', { ...env, CASHBOX_BACKUP_FOLDER: folder })
    expect([code, output]).toEqual([1, `${output.split('\n')[0]}\n`])
    expect(output).toContain(folder)
  }
})

test('what is missing is named, with exit code 1', async () => {
  const without = (name: string) => Object.fromEntries(Object.entries(env).filter(([key]) => key !== name))
  for (const name of ['CASHBOX_BACKUP_FOLDER', 'CASHBOX_BACKUP_RECIPIENT']) {
    const { code, output } = await runCommand('backup', without(name))
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^${name} is missing.*\n$`))])
  }
})
