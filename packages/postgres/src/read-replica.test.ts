import { startReplica } from '@cashbox/testing/postgres/replica'
import { type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { col, type Database, only, sql } from './database.ts'
import { connectPostgres } from './postgres.ts'
import { findPrimary } from './postgres-hosts.ts'
import { type ReadFrom, readingFromReplica } from './read-replica.ts'

const newest = sql`select coalesce(max(id), 0) as id, pg_is_in_recovery() as is_replica from written`
const columns = { id: col.int4, is_replica: col.bool }

describe('a read with a replica', () => {
  const stops: (() => Promise<void>)[] = []
  let primary: Database
  let replica: Database
  let follower: RunningPostgres
  let server: RunningPostgres
  let endReplica: () => Promise<void>
  beforeAll(async () => {
    server = await startPostgres({ fsync: false, settings: { wal_keep_size: '256MB' } })
    stops.push(() => server.stop())
    primary = connectPostgres({ network: 'public', url: server.url('postgres'), connections: 4, onError: () => {} })
    stops.push(() => primary.close())
    await primary.execute(sql`create table written (id integer primary key)`)
    follower = await startReplica(server)
    let isEnded = false
    endReplica = async () => {
      if (!isEnded) await follower.stop()
      isEnded = true
    }
    stops.push(endReplica)
    replica = connectPostgres({ network: 'public', url: follower.url('postgres'), connections: 4, onError: () => {} })
    stops.push(() => replica.close())
  })
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  function reader(waitMs: number) {
    const reads: ReadFrom[] = []
    return { db: readingFromReplica(primary, { replica, waitMs, onRead: (from) => reads.push(from) }), reads }
  }
  const write = (id: number) => primary.execute(sql`insert into written values (${id})`)

  test('is made on the replica, and has what was answered before it was asked', async () => {
    const { db, reads } = reader(60_000)
    for (let id = 1; id <= 30; id++) {
      await write(id)
      expect(await db.query(newest, columns)).toEqual([{ id, is_replica: true }])
    }
    expect(new Set(reads)).toEqual(new Set(['replica']))
  })

  test('changes and transactions stay on the primary', async () => {
    const { db } = reader(60_000)
    expect(await db.execute(sql`insert into written values (100)`)).toBe(1)
    const seen = await db.transaction(async (tx) => only(await tx.query(newest, columns)))
    expect(seen).toEqual({ id: 100, is_replica: false })
  })

  test('is made on the primary while the replica is behind, and on the replica again when it has caught up', async () => {
    await replica.execute(sql`select pg_wal_replay_pause()`)
    await write(200)
    const impatient = reader(50)
    expect(await impatient.db.query(newest, columns)).toEqual([{ id: 200, is_replica: false }])
    expect(impatient.reads).toEqual(['primary_behind'])
    await replica.execute(sql`select pg_wal_replay_resume()`)
    expect(await reader(60_000).db.query(newest, columns)).toEqual([{ id: 200, is_replica: true }])
  })

  test('is made on the primary when the replica follows another PostgreSQL, as after a restore', async () => {
    const other = await startPostgres({ fsync: false, settings: {} })
    stops.push(() => other.stop())
    const restored = connectPostgres({
      network: 'public',
      url: other.url('postgres'),
      connections: 2,
      onError: () => {},
    })
    stops.push(() => restored.close())
    await restored.execute(sql`create table written (id integer primary key)`)
    const reads: ReadFrom[] = []
    const db = readingFromReplica(restored, { replica, waitMs: 60_000, onRead: (from) => reads.push(from) })
    expect(await db.query(newest, columns)).toEqual([{ id: 0, is_replica: false }])
    expect(reads).toEqual(['primary_foreign'])
  })

  test('and a standby among several hosts is passed over for the primary', async () => {
    const address = server.url('postgres')
    const url = address.replace(/@([^/]+)/, `@127.0.0.1:${follower.port},$1`)
    const db = connectPostgres({ network: 'public', url, connections: 2, onError: () => {} })
    stops.push(() => db.close())
    expect(await db.query(newest, columns)).toMatchObject([{ is_replica: false }])
    expect(await findPrimary(url)).toBe(address)
  })

  test('and so is a primary that was made read-only, which another one replaced', async () => {
    const fenced = await startPostgres({ fsync: false, settings: { default_transaction_read_only: 'on' } })
    stops.push(() => fenced.stop())
    const address = server.url('postgres')
    const url = address.replace(/@([^/]+)/, `@127.0.0.1:${fenced.port},$1`)
    const db = connectPostgres({ network: 'public', url, connections: 2, onError: () => {} })
    stops.push(() => db.close())
    await db.execute(sql`insert into written values (0) on conflict do nothing`)
    expect(await findPrimary(url)).toBe(address)
  })

  test('is refused by what is wrong with it, wherever it is made', async () => {
    await expect(reader(60_000).db.query(sql`select 1 / 0 as id`, { id: col.int4 })).rejects.toThrow('division by zero')
  })

  test('is made on the primary while the replica is away, and does not ask it each time', async () => {
    await endReplica()
    const { db, reads } = reader(60_000)
    for (let time = 1; time <= 3; time++)
      expect(await db.query(newest, columns)).toEqual([{ id: 200, is_replica: false }])
    expect(reads).toEqual(['primary_away', 'primary_away', 'primary_away'])
  })
})
