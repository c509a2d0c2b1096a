import { type RefusalCode, refusals } from '@cashbox/contract'
import type { TextValues } from './texts.ts'

/** A refusal code with the values for its text. */
export interface Reason {
  readonly code: RefusalCode
  readonly values?: TextValues
}

/** An expected failure. Features throw it, the HTTP layer translates it. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly fields: Readonly<Record<string, readonly Reason[]>>

  constructor(reason: Reason, fields?: Readonly<Record<string, readonly Reason[]>>) {
    super(reason.code)
    this.reason = reason
    const { field } = refusals[reason.code] as { field?: string }
    this.fields = fields ?? (field === undefined ? {} : { [field]: [reason] })
  }
}

export const refusal = (code: RefusalCode, values?: TextValues) => new Refusal(values ? { code, values } : { code })

export const invalidFields = (fields: Readonly<Record<string, readonly Reason[]>>) =>
  new Refusal({ code: 'invalid_fields' }, fields)

/** Refuses if there is any. */
export function refuseFields(problems: Readonly<Record<string, readonly Reason[]>>): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}
