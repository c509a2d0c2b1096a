import { type RefusalCode, refusals } from '@cashbox/contract'
import { breaks, type Tx } from '@cashbox/postgres/database'
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

/** For `catch`: a broken constraint is the refusal that it stands for. */
export const refuseBroken =
  (refusals: Readonly<Record<string, RefusalCode>>) =>
  (error: unknown): never => {
    const [, code] = Object.entries(refusals).find(([constraint]) => breaks(error, constraint)) ?? []
    throw code === undefined ? error : refusal(code)
  }

type Attempt<T> = { readonly value: T } | { readonly refused: Refusal }

/** Executes in a savepoint; a refusal rolls back to it and is returned. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<Attempt<T>> {
  await tx.script('savepoint attempt')
  try {
    const value = await work()
    await tx.script('release savepoint attempt')
    return { value }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.script('rollback to savepoint attempt; release savepoint attempt')
    return { refused: error }
  }
}
