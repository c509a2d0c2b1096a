import { type Logger, pino } from 'pino'

export type Log = Logger

/** Of an error only what helps to find it: PostgreSQL's carry the whole client, its cancel key and the statement. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code, constraint, table, routine } = error as unknown as Record<string, unknown>
  return {
    type: name,
    message,
    code,
    constraint,
    table,
    routine,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** JSON lines. Bodies, queries, headers and tokens are never handed to it. */
export const createLog = (level: string): Log => pino({ level, serializers: { err: describeError } })
