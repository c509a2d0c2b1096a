import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPgBouncer } from '../../../scripts/start-pgbouncer.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { grantRights } from '../src/platform/db/grant-rights.ts'
import { connectPostgres } from '../src/platform/db/postgres.ts'
import { prepareTemplate, SERVER_ROLE } from './template.ts'

const DATABASE = 'template_cashbox'

export default async function setup(project: TestProject) {
  const postgres = await startPostgres({
    fsync: false,
    // Statistics are there when a test gathers them, not when a process passes by.
    settings: { autovacuum: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  })
  const admin = new Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query(`create database ${DATABASE}`)
  await admin.query(`create role ${SERVER_ROLE} login`)
  await admin.end()
  const db = connectPostgres({ url: postgres.url(DATABASE), connections: 2, onError: () => {} })
  await prepareTemplate(db)
  await db.transaction((tx) => grantRights(tx, SERVER_ROLE))
  await db.close()
  const program = process.env['CASHBOX_PGBOUNCER']
  const pooler = program ? await startPgBouncer(program, postgres.port) : null
  project.provide('template', {
    engine: 'postgres',
    url: postgres.url('postgres'),
    database: DATABASE,
    pooler: pooler && { port: pooler.port, keepsStatements: pooler.keepsStatements },
  })
  return async () => {
    await pooler?.stop()
    await postgres.stop()
  }
}
