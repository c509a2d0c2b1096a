import { asCallFailure } from '@cashbox/client/call-failure'
import type { ApprovalRequest } from '@cashbox/contract/operator'

export interface OutcomeQuery {
  /** Null when the server has no such request. */
  readonly read: () => Promise<ApprovalRequest | null>
  /** Whether the server has received what was sent. */
  readonly hasArrived: (request: ApprovalRequest) => boolean
  readonly sentAt: number
  readonly pause: (ms: number) => Promise<void>
  readonly now?: () => number
}

/** A sent request may take this long to reach the server. */
const LOST_AFTER_MS = 10_000

const FIRST_PAUSE_MS = 500

const LONGEST_PAUSE_MS = 4000

/**
 * Polls until the server says what became of a request. Null if it did not arrive: absent twice in a row, and long
 * enough after it was sent.
 */
export async function findOutcome(query: OutcomeQuery): Promise<ApprovalRequest | null> {
  const { hasArrived, sentAt, pause, now = Date.now } = query
  let absent = 0
  for (let round = 0; ; round += 1) {
    const request = await readOnce(query)
    if (request && hasArrived(request)) return request
    absent = request === undefined ? 0 : absent + 1
    if (absent >= 2 && now() - sentAt >= LOST_AFTER_MS) return null
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS))
  }
}

/** Undefined when there was no answer. */
async function readOnce({ read }: OutcomeQuery): Promise<ApprovalRequest | null | undefined> {
  try {
    return await read()
  } catch (error) {
    if (asCallFailure(error).isOutcomeUnknown) return undefined
    throw error
  }
}
