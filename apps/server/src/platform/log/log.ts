import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { hideInText, hideSecrets } from '../secrets/hide-secrets.ts'

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
 * Standard output, with the lines of one turn of the event loop in one write. It is written before the next turn and before
 * the process ends, so nothing that was logged gets lost, but for the last turn of a process that is killed.
 */
function gatherLines(): DestinationStream {
  const output = destination({ fd: 1, sync: true })
  let lines = ''
  const flush = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

const standardOutput = gatherLines()

/**
 * JSON lines on standard output, or where a test wants to read them. Bodies, queries, headers and tokens are not handed to
 * it; should one slip in, it is hidden by its name or its form.
 */
export const createLog = (level: string, output: DestinationStream = standardOutput): Log =>
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
    output,
  )
