import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@cashbox/testing/certificates'
import { type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { col, only, sql } from './database.ts'
import { connectPostgres } from './postgres.ts'
import { chooseAccount, giveTo } from './postgres-process.ts'

/** Everyone needs a certificate with the name of their role; no password opens anything. */
const ACCESS_RULES = 'hostssl all all 127.0.0.1/32 cert\n'

describe('a PostgreSQL that asks for client certificates', () => {
  let folder: string
  let postgres: RunningPostgres
  let authority: Awaited<ReturnType<typeof createAuthority>>

  /** PostgreSQL may run as another user here, to whom its files belong. */
  async function write(name: string, content: string, isForServer = false): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content, { mode: 0o600 })
    if (isForServer) await giveTo(path, chooseAccount(path))
    return path
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cashbox-certificates-'))
    await giveTo(folder, chooseAccount(folder))
    authority = await createAuthority('Cashbox test authority')
    const server = await authority.issue('database')
    postgres = await startPostgres({
      fsync: false,
      settings: {
        ssl: 'on',
        ssl_ca_file: await write('server-root.crt', authority.root, true),
        ssl_cert_file: await write('server.crt', server.certificate, true),
        ssl_key_file: await write('server.key', server.key, true),
        hba_file: await write('pg_hba.conf', ACCESS_RULES, true),
      },
    })
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true })
  })

  async function connect(name: string, issuer = authority, root = authority.root) {
    const { certificate, key } = await issuer.issue(name)
    const files = {
      sslmode: 'verify-full',
      sslrootcert: await write('root.crt', root),
      sslcert: await write('client.crt', certificate),
      sslkey: await write('client.key', key),
    }
    return open(`${postgres.url('postgres')}?${new URLSearchParams(files).toString()}`)
  }

  function open(url: string) {
    const db = connectPostgres({ network: 'public', url, connections: 2, onError: () => {} })
    onTestFinished(() => db.close())
    return db
  }

  const who = sql`
    select current_user::text as name, client_dn::text as certificate from pg_stat_ssl where pid = pg_backend_pid()`
  const whoColumns = { name: col.text, certificate: col.nullable(col.text) }

  test('is used with one, for queries, transactions and notifications, without any password', async () => {
    const db = await connect('postgres')
    const expected = { name: 'postgres', certificate: '/CN=postgres' }
    expect(only(await db.query(who, whoColumns))).toEqual(expected)
    expect(only(await db.transaction((tx) => tx.query(who, whoColumns)))).toEqual(expected)
    const heard: string[] = []
    const listener = await db.listen('news', (message) => void heard.push(message))
    onTestFinished(() => listener.stop())
    // It connects by itself, and hears only what is said after that.
    await vi.waitFor(async () => {
      await db.notify('news', 'arrived')
      expect(heard).toContain('arrived')
    }, 20_000)
  })

  test('refuses a client without one, of another role, and of another authority', async () => {
    const plain = open(`${postgres.url('postgres').replace('postgres@', 'postgres:secret@')}?sslmode=no-verify`)
    await expect(plain.query(who, whoColumns)).rejects.toThrow(/requires a valid client certificate/)
    await expect((await connect('another')).query(who, whoColumns)).rejects.toThrow(/certificate authentication failed/)
    const stranger = await connect('postgres', await createAuthority('Another authority'))
    await expect(stranger.query(who, whoColumns)).rejects.toThrow()
  })

  test('is not spoken to when its own certificate is of another authority', async () => {
    const { root } = await createAuthority('Another authority')
    await expect((await connect('postgres', authority, root)).query(who, whoColumns)).rejects.toThrow(/certificate/)
  })
})
