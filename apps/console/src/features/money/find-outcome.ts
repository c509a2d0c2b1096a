import { asCallFailure } from '@cashbox/client/call-failure'
import type { ApprovalRequest } from '@cashbox/contract/operator'

export interface Question {
  /** Null when the server has no such request. */
  readonly read: () => Promise<ApprovalRequest | null>
  /** Whether the server has received what was sent. */
  readonly hasArrived: (request: ApprovalRequest) => boolean
  readonly sentAt: number
  readonly pause: (ms: number) => Promise<void>
  readonly now?: () => number
}

/** A sent request may take this long to reach the server. */
const SURE_AFTER_MS = 10_000

const FIRST_PAUSE_MS = 500

const LONGEST_PAUSE_MS = 4000

/**
 * Polls until the server says what became of a request. Null if it did not arrive: absent twice in a row, and long
 * enough after it was sent.
 */
export async function findOutcome(question: Question): Promise<ApprovalRequest | null> {
  const { hasArrived, sentAt, pause, now = Date.now } = question
  let absent = 0
  for (let round = 0; ; round += 1) {
    const seen = await readOnce(question)
    if (seen && hasArrived(seen)) return seen
    absent = seen === undefined ? 0 : absent + 1
    if (absent >= 2 && now() - sentAt >= SURE_AFTER_MS) return null
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS))
  }
}

/** Undefined when there was no answer. */
async function readOnce({ read }: Question): Promise<ApprovalRequest | null | undefined> {
  try {
    return await read()
  } catch (error) {
    if (asCallFailure(error).isOutcomeUnknown) return undefined
    throw error
  }
}
