/** What the benchmarks prepare their database with. */
export { uuidv7 } from 'uuidv7'
export { openEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
export { createSeals } from './platform/keyring.ts'
export { hashPassword } from './platform/passwords.ts'
export { hashToken } from './platform/secrets.ts'
export { newSigningSecret } from './platform/standard-webhooks.ts'
