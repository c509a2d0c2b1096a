/**
 * Tries what docs/operations.md says of lost databases, on a PostgreSQL of its own in a scratch folder:
 *
 *   npm run recovery            both of these
 *   npm run recovery dump       back up, lose the database, restore
 *   npm run recovery moment     base back-up and archive, lose the database, recover to a moment
 *
 * Needs an installed PostgreSQL with its programs: the newest in /usr/lib/postgresql, or the one in CASHBOX_POSTGRES_BIN.
 */
import { findInstalledPostgres } from '../start-postgres.ts'
import { recoverFromBackup } from './from-backup.ts'
import { recoverToMoment } from './to-moment.ts'

const trials = { dump: recoverFromBackup, moment: recoverToMoment }
const wanted = process.argv[2] ?? 'all'
const names = Object.keys(trials).filter((name) => wanted === 'all' || wanted === name) as (keyof typeof trials)[]
if (names.length === 0) {
  process.stderr.write('Usage: npm run recovery [dump|moment]\n')
  process.exit(2)
}
const programs = findInstalledPostgres()
if (programs === null) {
  process.stderr.write(
    'Install PostgreSQL (Debian: postgresql), or set CASHBOX_POSTGRES_BIN to the folder of its programs.\n',
  )
  process.exit(1)
}
for (const name of names) await trials[name](programs, (line) => void process.stdout.write(`${name}: ${line}\n`))
