import type { Database } from '@cashbox/postgres/database'
import type { Captcha } from './captcha/captcha.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { OpenFiles } from './files/open-files.ts'
import type { Live } from './live.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './log/metrics.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Keyring } from './secrets/keyring.ts'

/** Everything that a handler or a job can use. A function that needs less says so: `Pick<Services, 'db' | 'clock'>`. */
export interface Services {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly keyring: Keyring
  readonly limits: RateLimits
  readonly captcha: Captcha
  readonly metrics: Metrics
  /** The files that are being sent. */
  readonly files: OpenFiles
  /** Makes an agent's open apps load again what has changed. Call it after the commit. */
  readonly live: Pick<Live, 'publish'>
  /** Where this process listens. In the sandbox the outside world is there too. */
  readonly address: () => string
}

/** What a job can use: it runs without HTTP. */
export type JobServices = Omit<Services, 'limits' | 'captcha' | 'metrics' | 'files'>
