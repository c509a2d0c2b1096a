import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { libpqEnvironment, requireProgram } from './postgres-programs.ts'

test('an address becomes the variables of libpq, and its password no argument', () => {
  expect(
    libpqEnvironment('postgres://the%20owner:se%2Fcret@[::1]:5433/cash?sslmode=verify-full&sslrootcert=r.crt'),
  ).toEqual({
    PGDATABASE: 'cash',
    PGCONNECT_TIMEOUT: '10',
    PGHOST: '::1',
    PGPORT: '5433',
    PGUSER: 'the owner',
    PGPASSWORD: 'se/cret',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: 'r.crt',
  })
})

test('a certificate is checked as strictly as the program itself checks it', () => {
  const strict = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }
  expect(libpqEnvironment('postgres://a@db.example.com/cash?sslmode=require')).toMatchObject(strict)
  expect(libpqEnvironment('postgres://a@127.0.0.1/cash')).not.toHaveProperty('PGSSLMODE')
})

test('a missing program and one that is older than the database are refused, with what to install', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await expect(requireProgram('pg_dump', folder, 180_004)).rejects.toThrow(/not on this machine.*postgresql-client-18/)
  await writeFile(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.19 (Debian)"\n', { mode: 0o755 })
  await expect(requireProgram('pg_dump', folder, 180_004)).rejects.toThrow('has version 15 and the database version 18')
  await requireProgram('pg_dump', folder, 150_019)
})
