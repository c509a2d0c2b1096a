import { codeOf, MOVED, SEALED } from '@cashbox/postgres/database'
import { type DestinationStream, destination, type Logger, pino } from 'pino'

const HIDDEN = '[hidden]'

const SECRET_NAME =
  /^(.*[_-])?(password|passphrase|password_confirmation|secret|secrets|token|tokens|authorization|cookie|cookies|sealed|signature|captcha_text|security_code|recovery_codes?|api[_-]?key|csrf|query)$/i

/** The code of a refusal or of an SQL error is not secret; one that people type in has six digits, or letters in groups. */
const TYPED_CODE = /^(\d{6}|[A-Z0-9]{4}(-?[A-Z0-9]{4}){2})$/i

/** Secrets that show by their form, with what stays of the text around them. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, `$1 ${HIDDEN}`],
  [/\bwhsec_[\w+/=-]+/g, HIDDEN],
  // The token of a Telegram bot, which is a part of an address.
  [/(?<!\d)\d{5,20}:[\w-]{30,80}/g, HIDDEN],
  [/:\/\/[^\s/@:]*:[^\s/@]+@/g, `://${HIDDEN}@`],
  [/\?[^\s"'<>#)]+/g, `?${HIDDEN}`],
  // Our tokens: 32 random bytes.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, HIDDEN],
]

/** Every form matches this. A fast check, because most texts contain no secret. */
const HINT = /[?:]|bearer|basic|whsec_|(?<![\w-])[\w-]{43}/i

const DEEPEST = 6

/** The number that pino gives this level. */
const WARN = 40

export type Log = Logger

/** Only the useful fields: PostgreSQL's errors carry the whole client, its cancel key and the statement. */
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

/** Standard output, with one write per turn of the event loop. Only a killed process loses the lines of its last turn. */
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

/** What a network meets that is being moved: it is sealed, has left, or its sessions are ended. A restart ends them too. */
const PLANNED = new Set([SEALED, MOVED, '57P01'])

const isPlanned = (given: unknown) =>
  typeof given === 'object' && given !== null && 'err' in given && PLANNED.has(codeOf(given.err))

/** JSON lines. Bodies, queries, headers and tokens are not handed to it; should one slip in, it is hidden. */
export const createLog = (level: string, output: DestinationStream = standardOutput): Log =>
  pino(
    {
      level,
      serializers: { err: describeError },
      formatters: { log: (fields) => hideSecrets(fields) as Record<string, unknown> },
      hooks: {
        logMethod(this: Logger, given, method, level) {
          const shown = given.map((one: unknown) => (typeof one === 'string' ? hideInText(one) : one))
          if (level > WARN && isPlanned(given[0])) this.warn(...(shown as typeof given))
          else method.apply(this, shown as typeof given)
        },
      },
    },
    output,
  )

const hideInText = (text: string): string =>
  HINT.test(text) ? forms.reduce((rest, [form, replacement]) => rest.replaceAll(form, replacement), text) : text

/** Errors stay as they are: their serializer describes them. */
function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hideInText(value)
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth === DEEPEST) return HIDDEN
  if (Array.isArray(value)) return value.map((one) => hideSecrets(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hideField(name, one, depth)]))
}

function hideField(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN
  const isShort = typeof value === 'string' || typeof value === 'number'
  if (/(^|_)code$/i.test(name) && isShort && TYPED_CODE.test(String(value))) return HIDDEN
  return hideSecrets(value, depth + 1)
}
