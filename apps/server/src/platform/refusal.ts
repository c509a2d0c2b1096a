import { type RefusalCode, refusals } from '@cashbox/contract'
import type { TextValues } from './texts.ts'

/** One reason for a no, with what its text needs. */
export interface Reason {
  readonly code: RefusalCode
  readonly values?: TextValues
}

/** An expected no. Features throw it, the HTTP layer words it. */
export class Refusal extends Error {
  readonly reason: Reason
  /** The reasons beside each field. */
  readonly fields: Readonly<Record<string, readonly Reason[]>>

  constructor(reason: Reason, fields?: Readonly<Record<string, readonly Reason[]>>) {
    super(reason.code)
    this.reason = reason
    const { field } = refusals[reason.code] as { field?: string }
    this.fields = fields ?? (field === undefined ? {} : { [field]: [reason] })
  }
}

export const refusal = (code: RefusalCode, values?: TextValues) => new Refusal(values ? { code, values } : { code })

/** Several fields at once, under one message. */
export const invalidFields = (fields: Readonly<Record<string, readonly Reason[]>>) =>
  new Refusal({ code: 'invalid_fields' }, fields)
