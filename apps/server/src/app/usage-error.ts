import { defaultLanguage } from '@cashbox/contract'
import { type Reason, Refusal } from '../platform/refusal.ts'
import { say } from '../platform/texts.ts'
import { type CommandName, helpFor, usageOf } from './help.ts'

/** Something that the person at the keyboard can put right. */
export class UsageError extends Error {}

/** What was typed is no command, or not how a command is called: says how. */
export class NotUnderstood extends UsageError {
  constructor(command: CommandName | undefined, problem?: string) {
    const usage = command === undefined ? helpFor(undefined) : usageOf(command)
    super(problem === undefined ? usage : `${problem}\n\n${usage}`)
  }
}

const word = ({ code, values }: Reason) => say(defaultLanguage, `refusals.${code}`, values)

/** Says a refusal in words for the person at the keyboard. */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { reason, fields } = error
  if (reason.code !== 'invalid_fields') throw new UsageError(word(reason))
  const lines = Object.entries(fields).map(([field, reasons]) => `${field}: ${reasons.map(word).join(' ')}`)
  throw new UsageError(lines.join('\n'))
}
