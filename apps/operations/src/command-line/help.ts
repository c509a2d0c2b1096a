import { type ParseArgsConfig, parseArgs } from 'node:util'
import { defaultLanguage } from '@cashbox/contract'
import { type Reason, Refusal } from '@cashbox/server/platform/refusal'
import { translate } from '@cashbox/server/platform/texts'

/** Writes a line for the person at the keyboard. */
export type Print = (line: string) => void

export type CommandName = keyof typeof help

/** What each command is for, and how it is called. Without imports, so that help is there at once. */
export const help = {
  start: { summary: 'HTTP and worker in one process', usage: ['cashbox start'] },
  serve: { summary: 'HTTP only; run as many as you like on one PostgreSQL', usage: ['cashbox serve'] },
  work: { summary: 'The worker only: mail, webhooks, top-ups, housekeeping', usage: ['cashbox work'] },
  doctor: {
    summary: 'Checks configuration, database, mail, providers, clock, disk and TLS, and says what to do',
    usage: ['cashbox doctor'],
  },
  verify: {
    summary: 'Checks every rule over the whole database; exit code 1 if one is broken',
    usage: [
      'cashbox verify',
      'cashbox verify --anchor NUMBER:HASH    as in the letter about the audit; may be repeated',
    ],
  },
  backup: {
    summary: 'Makes an encrypted back-up, restores it into a scratch database to check it, and removes old ones',
    usage: [
      'cashbox backup                needs CASHBOX_BACKUP_FOLDER and CASHBOX_BACKUP_RECIPIENT',
      'cashbox backup --unchecked    where it can not be restored to check it',
    ],
  },
  restore: {
    summary: 'Restores a back-up into an empty database or folder, and checks it there',
    usage: ['cashbox restore FILE --identity KEYFILE [--yes]    KEYFILE is of age-keygen; --yes does not ask'],
  },
  migrate: {
    summary: 'Brings the tables up to date as their owner',
    usage: [
      'cashbox migrate    needs DATABASE_OWNER_URL, of the role that owns the tables, and DATABASE_URL, of another',
    ],
  },
  network: {
    summary: 'Networks of one database, each in its own schema: create, list, remove, move',
    usage: [
      'cashbox network list',
      'cashbox network create NAME [--role ROLE]    ROLE is of its processes; created with a password if it is missing',
      'cashbox network remove NAME --confirm NAME [--play-money]    refused while it holds money; --play-money for a sandbox',
      'cashbox network move NAME --to URL [--server URL] [--from URL] [--stop SECONDS]    again goes on after an interruption',
      'cashbox network move NAME --to URL --cancel [--target-is-lost]',
    ],
  },
  reseal: { summary: 'Seals every secret with the first key of CASHBOX_SECRET', usage: ['cashbox reseal'] },
  operator: {
    summary: 'Creates an operator, such as the first admins',
    usage: ['cashbox operator create --email EMAIL --name "NAME" --role support|finance|risk|admin'],
  },
  partner: {
    summary: 'Player services: their keys and webhook addresses',
    usage: [
      'cashbox partner list',
      'cashbox partner create CODE NAME',
      'cashbox partner add-key CODE [PERMISSIONS] [NETWORKS]    for example: read,create 203.0.113.0/24',
      'cashbox partner disable-key KEY',
      'cashbox partner webhook CODE ADDRESS',
    ],
  },
  topups: {
    summary: 'Held top-ups: list, credit, return, look again',
    usage: [
      'cashbox topups list',
      'cashbox topups credit TOPUP_ID --by NAME --note NOTE [--cash-id CASH_ID] [--rate RATE]',
      'cashbox topups return TOPUP_ID --by NAME --note NOTE',
      'cashbox topups look TXID    check a Tron transaction that was missed',
    ],
  },
  addresses: {
    summary: 'Tron addresses of TRON_XPUB, to compare with the wallet that has its key',
    usage: ['cashbox addresses [--from INDEX] [--count COUNT]    the first ten, unless you say otherwise'],
  },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly usage: readonly string[] }>>

/** Something that the person at the keyboard can put right. */
export class UsageError extends Error {}

/** What was typed is no command, or not how a command is called: says how. */
export class NotUnderstood extends UsageError {
  constructor(command: CommandName | undefined, problem?: string) {
    const usage = command === undefined ? helpFor(undefined) : usageOf(command)
    super(problem === undefined ? usage : `${problem}\n\n${usage}`)
  }
}

/** The options of a command, and its words. Without `words` the caller counts them. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: readonly string[],
  options: Options,
  words?: number,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (words === undefined || positionals.length === words) return { values, positionals }
  } catch {}
  throw new NotUnderstood(command)
}

/** The kinds of options. */
export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(help, name)

const usageOf = (command: CommandName) => `Usage:\n${help[command].usage.map((line) => `  ${line}`).join('\n')}`

export function helpFor(command: string | undefined): string {
  if (command !== undefined && isCommandName(command)) return `${help[command].summary}.\n\n${usageOf(command)}`
  const width = Math.max(...Object.keys(help).map((name) => name.length))
  const lines = Object.entries(help).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: cashbox COMMAND [OPTIONS], or cashbox --version',
    '',
    ...lines,
    '',
    'cashbox COMMAND --help says more. Settings come from the environment and from a file .env; .env.example explains them.',
  ].join('\n')
}

const word = ({ code, values }: Reason) => translate(defaultLanguage, `refusals.${code}`, values)

export function explainRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { reason, fields } = error
  if (reason.code !== 'invalid_fields') throw new UsageError(word(reason))
  const lines = Object.entries(fields).map(([field, reasons]) => `${field}: ${reasons.map(word).join(' ')}`)
  throw new UsageError(lines.join('\n'))
}
