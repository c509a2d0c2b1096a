import { CallFailure } from '@cashbox/client/call-failure'

interface PlacedFailure<Name extends string> {
  /** The first message of each field of the form. */
  readonly fields: Partial<Record<Name, string>>
  /** First messages of the location and the bot check, which no field of the form is for. */
  readonly notifications: readonly string[]
  /** First message of something else that the form does not ask for. */
  readonly rest: string | null
  /** Nothing of the above: the failure has to be explained as a whole. */
  readonly isUnplaced: boolean
}

const isNotification = (field: string) => field.startsWith('geo') || field === 'captcha_text'

/** Where each message of a failed call is to be read. */
export function placeFailure<Name extends string>(error: unknown, names: readonly Name[]): PlacedFailure<Name> {
  const messages = Object.entries(error instanceof CallFailure ? error.errors : {}).flatMap(([field, [first]]) =>
    first === undefined ? [] : [{ field, first }],
  )
  const isAsked = (field: string) => (names as readonly string[]).includes(field)
  // Whoever makes the call has told this one already.
  const isTold = (field: string) => field === 'maintenance'
  return {
    fields: Object.fromEntries(
      messages.filter(({ field }) => isAsked(field)).map(({ field, first }) => [field, first]),
    ) as Partial<Record<Name, string>>,
    notifications: messages.filter(({ field }) => isNotification(field) && !isAsked(field)).map(({ first }) => first),
    rest: messages.find(({ field }) => !isAsked(field) && !isNotification(field) && !isTold(field))?.first ?? null,
    isUnplaced: messages.length === 0,
  }
}
