import { type DestinationStream, type Logger, pino } from 'pino'
import { hideInText, hideSecrets } from './hide-secrets.ts'

export type Log = Logger

/** Of an error only what helps to find it: PostgreSQL's carry the whole client, its cancel key and the statement. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return hideSecrets(error)
  const { name, message, stack, cause } = error
  const { code, constraint, table, routine } = error as unknown as Record<string, unknown>
  return {
    type: name,
    message: hideInText(message),
    code,
    constraint,
    table,
    routine,
    stack: stack === undefined ? undefined : hideInText(stack),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/**
 * JSON lines on standard output, or where a test wants to read them. Bodies, queries, headers and tokens are not handed to
 * it; should one slip in, it is hidden by its name or its form.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      serializers: { err: describeError },
      formatters: { log: (fields) => hideSecrets(fields) as Record<string, unknown> },
      hooks: {
        logMethod(given, method) {
          const shown = given.map((one: unknown) => (typeof one === 'string' ? hideInText(one) : one))
          method.apply(this, shown as typeof given)
        },
      },
    },
    ...(destination === undefined ? [] : [destination]),
  )
