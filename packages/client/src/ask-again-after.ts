import { CallFailure } from './call-failure.ts'

const RETRIES = 2

/** A refusal is an answer; only silence is asked again. */
export const isWorthAskingAgain = (failures: number, error: unknown): boolean =>
  failures < RETRIES && error instanceof CallFailure && error.kind !== 'refused'

export const askAgainAfterMs = (failures: number): number => 500 * 2 ** failures
