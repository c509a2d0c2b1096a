import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/platform/db/database.ts'
import { DATABASE_FOLDER, migrate } from '../src/platform/db/migrate.ts'

/** The last migration of the oldest version that can be upgraded. */
const LAST_OF_BASELINE = '0014_demo.sql'

/** 'Cashbox1!' */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$BhGUlISwDRWqwnqeT1IMfA$G+dGu7NTSMs5txZkH7zjeBRm7U59Q2MHhOkM4CgMZZg'
/** Of 123456, the code of the open withdrawal, with the tests' secret. */
const CODE_HASH = 'Qkailz5pNr7oOQ5dKxQafWhJCY0z5SACUWgadyoqPf4'

/** Makes an empty database into one of version 0.1.0 with data in it. */
export async function fillBaseline(db: Database): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-baseline-'))
  try {
    await copyBaseline(folder)
    await migrate(db, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
  const data = await readFile(join(import.meta.dirname, 'baseline/data.sql'), 'utf8')
  await db.transaction((tx) =>
    tx.script(
      data
        .replaceAll(/'#([0-9a-f]+)'/g, (_id, end: string) => `'00000000-0000-7000-8000-${end.padStart(12, '0')}'`)
        .replaceAll("'@password'", `'${PASSWORD_HASH}'`)
        .replaceAll("'@code'", `'${CODE_HASH}'`),
    ),
  )
}

/** Its migrations, and the functions that they bind to tables. */
async function copyBaseline(folder: string) {
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions'))
  await mkdir(join(folder, 'functions/triggers'))
  await writeFile(join(folder, 'functions/checksums.txt'), '')
  for (const kind of ['migrations', 'functions/triggers']) {
    for (const name of await readdir(join(DATABASE_FOLDER, kind))) {
      if (kind === 'migrations' && name > LAST_OF_BASELINE) continue
      await copyFile(join(DATABASE_FOLDER, kind, name), join(folder, kind, name))
    }
  }
}
