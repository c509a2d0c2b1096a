import type { Failure } from '@cashbox/contract'

/**
 * - `refused`: the server said no, and why.
 * - `unreachable`: the connection failed. `timeout`: no answer in time. `broken`: an answer that makes no sense, or a fault of the server.
 * After the last three it is not known whether the call was carried out.
 */
type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'broken'

interface CallFailureDetails {
  readonly status?: number
  readonly body?: Partial<Failure>
  readonly cause?: unknown
}

export class CallFailure extends Error {
  readonly kind: FailureKind
  readonly status: number
  readonly code: string
  /** The server's words, in the reader's language. Empty when there was no answer. */
  readonly serverMessage: string
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | null

  constructor(kind: FailureKind, { status = 0, body = {}, cause }: CallFailureDetails = {}) {
    super(`${kind} ${status} ${body.code ?? ''}`.trim(), { cause })
    this.name = 'CallFailure'
    this.kind = kind
    this.status = status
    this.code = body.code ?? ''
    this.serverMessage = body.message ?? ''
    this.errors = listed(body.errors)
    this.requestId = body.request_id ?? null
  }

  get isOutcomeUnknown(): boolean {
    return this.kind !== 'refused'
  }

  /** The server has no such call. Ours names a code with every refusal. */
  get isMissingCall(): boolean {
    return this.status === 404 && this.code === ''
  }

  errorOf(field: string): string | undefined {
    return this.errors[field]?.[0]
  }
}

/** A list of messages a field, also where there is only one message. */
const listed = (errors: Partial<Failure>['errors'] = {}): CallFailure['errors'] =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, Array.isArray(texts) ? texts : [texts]]))

export const asCallFailure = (error: unknown): CallFailure =>
  error instanceof CallFailure ? error : new CallFailure('broken', { cause: error })

const RETRIES = 2

/** A refusal is an answer; only silence is asked again. */
export const isWorthAskingAgain = (failures: number, error: unknown): boolean =>
  failures < RETRIES && error instanceof CallFailure && error.kind !== 'refused'

export const askAgainAfterMs = (failures: number): number => 500 * 2 ** failures
