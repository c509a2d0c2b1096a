/**
 * Makes the commit that is checked out the release that the next one runs beside. Run it right after a release.
 *
 *   npm run release:pin
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FOLDER } from '../../apps/server/src/platform/db/migrate.ts'
import { RELEASE_BEFORE, type ReleaseBefore, readSchema } from '../../apps/server/src/platform/db/read-schema.ts'

const program = globSync(join(DATABASE_FOLDER, '../src/**/*.ts'))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const { migrations, functions } = await readSchema(DATABASE_FOLDER)
const called = functions.others.filter((file) => new RegExp(`\\b${file.function}\\(`).test(program))
const release: ReleaseBefore = {
  commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
  last_migration: migrations.at(-1)?.name ?? '',
  calls: Object.fromEntries(called.map((file) => [file.function, file.signature])),
}
writeFileSync(join(DATABASE_FOLDER, RELEASE_BEFORE), `${JSON.stringify(release, null, 2)}\n`)
