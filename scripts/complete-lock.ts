import { writeFileSync } from 'node:fs'
import { findEngines, LOCK_FILE, readLock } from './lock.ts'

const lock = readLock()
const packages = { ...lock.packages }
const paths = findEngines(lock)
for (const path of paths) {
  const { engines: _, ...rest } = packages[path] ?? {}
  packages[path] = rest
}
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
process.stdout.write(`${paths.length} engines removed from the lock\n`)
