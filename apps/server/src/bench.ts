/** What the benchmarks prepare their database with. */
export { uuidv7 } from 'uuidv7'
export { hashPassword } from './access/passwords.ts'
export { openEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
export { toNetwork } from './platform/database/network.ts'
export { createSeals, hashToken } from './platform/secrets/keyring.ts'
export { newSigningSecret } from './platform/secrets/standard-webhooks.ts'
