import type { FileWish, Language } from '@cashbox/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { createOpenFiles } from '../../platform/files/open-files.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'

export interface FileServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  /** What is being sent, so that one agent does not keep the server busy. */
  readonly open: ReturnType<typeof createOpenFiles>
}

/** What a file is made of. */
export interface FilePlan {
  readonly agentId: string
  readonly language: Language
  readonly timezone: string
  readonly wish: FileWish
}
