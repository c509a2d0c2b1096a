import type { Clock } from '../platform/clock.ts'
import type { TermServices } from '../topups/find-terms.ts'
import type { Config } from './config/config.ts'

/** What a decision about a held top-up needs to know of the configuration. */
export const termServices = ({ rates, tron, perfectMoney }: Config, clock: Clock): TermServices => ({
  clock,
  rates,
  offsets: { tron: tron.offsetPercent, 'perfect-money': perfectMoney?.offsetPercent ?? '0' },
})
