/** A call that was answered with a no. */
export class CashboxRefusal extends Error {
  override readonly name = 'CashboxRefusal'
  readonly status: number
  /** For your program, such as `reference_reused`. */
  readonly code: string
  /** Texts beside the fields they are about. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** For your program: the first reason for each field, such as `{ amount: 'amount_too_large' }`. */
  readonly fields: Readonly<Record<string, string>>
  /** Names the call to the operator of the network. */
  readonly requestId: string | null

  constructor(status: number, answer: Readonly<Record<string, unknown>>) {
    const { message, code, errors, fields, request_id } = answer
    super(typeof message === 'string' ? message : `Refused with status ${status}`)
    this.status = status
    this.code = typeof code === 'string' ? code : 'unknown'
    this.errors = (errors ?? {}) as CashboxRefusal['errors']
    this.fields = (fields ?? {}) as CashboxRefusal['fields']
    this.requestId = typeof request_id === 'string' ? request_id : null
  }
}

/**
 * No answer came, however often it was tried: you don't know whether the call was done. Make it again later with the same
 * values; nothing is done twice.
 */
export class CashboxUnreachable extends Error {
  override readonly name = 'CashboxUnreachable'
  readonly tries: number

  constructor(tries: number, cause: unknown) {
    super(`No answer from Cashbox after ${tries} tries: it is not known whether the call was done`, { cause })
    this.tries = tries
  }
}
