import type { Actor } from '../access/audit.ts'

/** Who does it, why, and when: in the console or at the command line, it is written down alike. */
export interface Doing {
  readonly actor: Actor
  readonly at: Date
  readonly reason: string | null
}

/** A partner that is being changed. */
export interface ChangedPartner {
  readonly id: string
  readonly code: string
}

export const partnerSubject = (code: string) => ({ kind: 'partner', id: code })
