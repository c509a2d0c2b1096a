import * as z from 'zod/mini'

// PostgreSQL can't store control characters and lone surrogates. They and line separators are never typed on purpose.
const isPlain = (text: string) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

// Letters without a picture, and marks that turn the direction of writing around. Persian and pictures need two of them, and
// pictures and Japanese those that choose between two forms of a letter.
const INVISIBLE = /(?![\u200C\u200D]|\p{Variation_Selector})[\p{Cf}\p{DI}\u2800]/u

const showsAll = (hiding: RegExp) =>
  z.refine<string>((value) => !hiding.test(value) && !/^[\p{DI}\s]+$/u.test(value), 'invisible_letter')

/** One line of text from a person, trimmed, in one Unicode form. What is read before a decision shows all that it says. */
export const text = (maximum: number) =>
  z.string().check(
    z.overwrite((value) => value.normalize('NFC').trim()),
    z.minLength(1, 'required'),
    z.maxLength(maximum),
    z.refine(isPlain, 'invalid'),
    showsAll(INVISIBLE),
  )

/** The same, often copied from elsewhere together with marks around it. */
export const pastedText = (maximum: number) =>
  z.pipe(z.string().check(z.overwrite((value) => value.replaceAll(/\p{Cf}/gu, ''))), text(maximum))

// Besides, Arabic text may need the two marks that only say in which direction the next sign is written.
const HIDING = /(?![\u200C-\u200F]|\p{Variation_Selector})[\p{Cf}\p{DI}\u2800]/u

/** Several lines of text from a person, with one kind of line end. */
export const lines = (maximum: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .normalize('NFC')
        .replaceAll(/\r\n|[\u2028\u2029]/g, '\n')
        .trim(),
    ),
    z.minLength(1, 'required'),
    z.maxLength(maximum),
    z.refine((value) => isPlain(value.replaceAll('\n', ' ')), 'invalid'),
    showsAll(HIDING),
  )

// What a mail program would turn into a link.
const LINK = /[/@\\]|\bwww\.|\.(?:[a-z]{2,}|[A-Z]{2,})(?![\p{L}\p{N}])/u

/** The name of a person. It may stand in letters, so it carries no link. */
export const personName = (maximum: number) =>
  text(maximum).check(z.refine((value) => !LINK.test(value), 'name_invalid'))

/** A secret is taken exactly as typed. */
export const secret = z.string().check(z.minLength(1, 'required'), z.maxLength(256), z.refine(isPlain, 'invalid'))

export const email = z.string().check(
  z.overwrite((value) => value.trim().toLowerCase()),
  z.minLength(1, 'required'),
  z.maxLength(254),
  z.refine(isPlain, 'invalid'),
  z.email('invalid_email'),
)

const decimal = /^-?\d{1,3}(?:\.\d{1,12})?$/
const coordinate = (limit: number) =>
  z.string().check(z.refine((value) => decimal.test(value) && Math.abs(Number(value)) <= limit, 'invalid'))

/** Degrees as a string of plain decimals. */
export const latitude = coordinate(90)
export const longitude = coordinate(180)

const LAST_SECOND_OF_9999 = 253_402_300_799

/** Seconds since the epoch. */
export const seconds = z.int().check(z.minimum(0), z.maximum(LAST_SECOND_OF_9999))

/** A whole number that arrives as text, in a query. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((value, context) => {
      const number = Number(value)
      if (number >= minimum && number <= maximum) return number
      context.issues.push({ code: 'custom', message: 'invalid', input: value })
      return z.NEVER
    }),
  )

/** The number of a line or a row, which counts from 1. */
export const runningNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER)

export const secondsInQuery = wholeNumber(0, LAST_SECOND_OF_9999)

/** How many rows of a list operators read at once. */
export const operatorLimit = z._default(wholeNumber(1, 200), 50)

/** A part of a list. The cursor leads to the next one. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ list: z.array(item), next_cursor: z.nullable(z.string()) })

/** Hundredths of a percent: 150 is 1.5 %. */
export const basisPoints = z.int().check(z.minimum(0), z.maximum(10_000))

/** The number that a cashbox is known by. */
export const cashId = z.string().check(z.regex(/^[0-9]{1,15}$/, 'cashbox_unknown'))

/** The single-use secret from a link in an e-mail. */
export const linkHash = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/))

/** Reported by the browser; stored with the session, never trusted. */
export const device = {
  fingerprint: z.optional(z.nullable(text(128))),
  user_agent: z.optional(z.nullable(z.string().check(z.maxLength(4096), z.refine(isPlain, 'invalid')))),
}

/** `captcha_id` names the action, `captcha_text` carries the token. May be absent; the server then refuses. */
export const captcha = {
  captcha_type: z.optional(z.nullable(text(40))),
  captcha_id: z.optional(z.nullable(text(40))),
  captcha_text: z.optional(z.nullable(text(8192))),
}

/** Starts with a letter or digit, because these texts end up in spreadsheets, where other signs could start a formula. */
export const plainName = (maximum: number) =>
  z.string().check(z.minLength(1, 'required'), z.maxLength(maximum), z.regex(/^[A-Za-z0-9][\w.:@/-]*$/))

const MOST_ENTRIES = 10
const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/

const isWellNamed = (entries: Readonly<Record<string, string>>) =>
  Object.keys(entries).length <= MOST_ENTRIES && Object.keys(entries).every((key) => KEY.test(key))

/** Texts that a partner keeps with a transaction and gets back with it everywhere. */
export const Metadata = z
  .record(
    z.string(),
    z.string('metadata_invalid').check(
      z.maxLength(200, 'metadata_invalid'),
      z.refine((value) => isPlain(value) && !INVISIBLE.test(value), 'metadata_invalid'),
    ),
  )
  .check(z.refine(isWellNamed, 'metadata_invalid'))
