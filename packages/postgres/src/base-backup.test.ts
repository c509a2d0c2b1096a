import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyDataFolder, unpackDataFolder } from './base-backup.ts'

async function connect(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** Writes numbered rows, moves money between two accounts, and makes, fills and drops tables, until it is stopped. */
async function keepWriting(url: string) {
  const client = await connect(url)
  await client.query(`
    create table written (number integer primary key, filling text);
    create table account (id integer primary key, balance integer);
    insert into account values (1, 1000), (2, 1000)`)
  const stop = new AbortController()
  const state = { count: 0 }
  const writing = (async () => {
    while (!stop.signal.aborted) {
      await client.query(`
        begin;
        insert into written values (${state.count}, repeat(md5('${state.count}'), 30));
        update account set balance = balance + case id when 1 then 1 else -1 end;
        commit`)
      state.count += 1
      if (state.count % 50 === 0)
        await client.query('drop table if exists passing; create table passing as select * from written')
      // So that files of the log would be used again, if nothing kept them.
      if (state.count % 100 === 0) await client.query('select pg_switch_wal(); checkpoint')
    }
    await client.end()
  })()
  return {
    state,
    async stop() {
      stop.abort()
      await writing
    },
  }
}

async function readState(url: string) {
  const client = await connect(url)
  const { rows } = await client.query<{ count: number; last: number; sum: number }>(`
    select count(*)::integer, coalesce(max(number), -1) as last, (select sum(balance)::integer from account) as sum from written`)
  await client.end()
  return rows[0] ?? { count: 0, last: 0, sum: 0 }
}

test('a copy made while rows are written has every row committed before it, and half of no transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-base-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const postgres = await startPostgres({ fsync: false, settings: { max_wal_size: '32MB', min_wal_size: '32MB' } })
  onTestFinished(() => postgres.stop())
  const writer = await keepWriting(postgres.url('postgres'))
  await expect.poll(() => writer.state.count).toBeGreaterThan(200)
  const before = writer.state.count
  const tar = join(folder, 'copy.tar')
  const parts = copyDataFolder(postgres.url('postgres'), postgres.data)
  await pipeline(slowly(parts), createWriteStream(tar))
  const after = writer.state.count
  await writer.stop()
  expect(after).toBeGreaterThan(before)

  const prepare = {
    'this program': (data: string) => unpackDataFolder(createReadStream(tar), data),
    'tar alone': async (data: string) => {
      await mkdir(data, { mode: 0o700 })
      execFileSync('tar', ['--extract', '--file', tar, '--directory', data])
    },
  }
  for (const [name, prepareData] of Object.entries(prepare)) {
    const copy = await startPostgres({ fsync: false, prepareData })
    onTestFinished(() => copy.stop())
    const { count, last, sum } = await readState(copy.url('postgres'))
    expect(sum, name).toBe(2000)
    expect(count, name).toBe(last + 1)
    expect(count, name).toBeGreaterThanOrEqual(before)
    expect(count, name).toBeLessThanOrEqual(after + 1)
  }
})

/** As a slow disk does, so that much is written meanwhile. */
async function* slowly(parts: AsyncIterable<Uint8Array>) {
  for await (const part of parts) {
    yield part
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('a copy that can not be finished fails, and the database can be copied again', async () => {
  const postgres = await startPostgres({ fsync: false })
  onTestFinished(() => postgres.stop())
  const url = postgres.url('postgres')
  const admin = await connect(url)
  onTestFinished(() => admin.end())
  for await (const _ of copyDataFolder(url, postgres.data)) break
  const cut = async () => {
    for await (const _ of copyDataFolder(url, postgres.data)) {
      await admin.query('select pg_terminate_backend(active_pid) from pg_replication_slots')
    }
  }
  await expect(cut()).rejects.toThrow()
  await expect(drain(copyDataFolder(url, join(postgres.data, 'missing')))).rejects.toThrow('ENOENT')
  expect(await drain(copyDataFolder(url, postgres.data))).toBeGreaterThan(10_000_000)
})

async function drain(parts: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const part of parts) bytes += part.length
  return bytes
}
