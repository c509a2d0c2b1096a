import type { english } from '../console-texts/en/index.ts'

/** Every field of which the audit can tell what it was and is: those that the console names, in six languages. */
export type AuditField = keyof (typeof english)['approvals']['fields']
