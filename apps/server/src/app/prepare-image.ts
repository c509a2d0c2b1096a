import { ensureImage } from '../platform/db/database-image.ts'

// The build goes on without it: a first start then takes some seconds longer.
await ensureImage().catch((error: unknown) => {
  process.stderr.write(`No image of an empty database was made: ${String(error)}\n`)
})
