/** What the benchmarks prepare their database with. */
export { openEmbedded } from './platform/db/pglite.ts'
export { hashPassword } from './platform/passwords.ts'
export { hashToken } from './platform/secrets.ts'
