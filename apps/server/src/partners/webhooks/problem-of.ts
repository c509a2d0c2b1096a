import type { AttemptProblem } from '@cashbox/contract/partner'

export interface TriedOnce {
  readonly status: number | null
  readonly problem: AttemptProblem | null
}

/** The problem of an answer is its status. */
export function problemOf({ status, problem }: TriedOnce): AttemptProblem | null {
  if (status === null) return problem ?? 'not_sent'
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  if (status < 200) return 'protocol_switched'
  if (status < 400) return 'redirected'
  return status < 500 ? 'rejected' : 'server_failed'
}
