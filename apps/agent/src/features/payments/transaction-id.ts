/** As the server reads it: people type IDs with spaces, dashes and small letters. */
export const cleanTransactionId = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const SHORTEST = 4
/** The length of the IDs that the server makes. */
const WHOLE = 10

/**
 * Whether to ask the server about this ID. Half an ID is looked up only when the agent says that it is whole, by
 * leaving the field: every ID that does not exist counts as a guess, and whoever guesses often has to wait.
 */
export const isWorthLookingUp = (id: string, { isLeft }: { isLeft: boolean }): boolean =>
  id.length >= (isLeft ? SHORTEST : WHOLE)
