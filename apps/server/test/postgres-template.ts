import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { connectPostgres } from '../src/platform/db/postgres.ts'
import { prepareTemplate } from './template.ts'

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
  await admin.end()
  const db = connectPostgres({ url: postgres.url(DATABASE), connections: 2, onError: () => {} })
  await prepareTemplate(db)
  await db.close()
  project.provide('template', { engine: 'postgres', url: postgres.url('postgres'), database: DATABASE })
  return () => postgres.stop()
}
