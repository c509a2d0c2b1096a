import { UsageError } from '../usage-error.ts'
import type { BackupSource } from './backup-source.ts'

const notYet = () => new UsageError('Back-ups of the embedded database are not supported yet: set DATABASE_URL.')

export async function openEmbeddedSource(): Promise<BackupSource> {
  throw notYet()
}

export async function openEmbeddedTarget(): Promise<{
  name: string
  load(parts: AsyncIterable<Uint8Array>): Promise<void>
}> {
  throw notYet()
}
