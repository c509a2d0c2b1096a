import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import { createGate } from '../platform/jobs/gate.ts'

// OWASP's first choice for Argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each run takes a core and 19 MB, so only a few may run at once. */
const gate = createGate({ runs: Math.min(4, availableParallelism()), waiting: 64, retryS: 5 })

export const hashPassword = (password: string) => gate(() => hash(password, COST))

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | null = null

/** Loaded on first use: the lists take several megabytes, and most processes never need them. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof CommonWords
  common ??= new Set(dictionary['passwords-common'])
  return common
}

/** Words that are easy to guess here. docs/security.md leads to this list. */
const words = [
  'cashbox',
  'operator',
  'console',
  'agent',
  'admin',
  'support',
  'finance',
  'risk',
  'player',
  'payment',
  'deposit',
  'withdraw',
  'topup',
  'balance',
  'money',
  'tron',
  'usdt',
  'perfect',
  'password',
]

/** Ignores case and trailing symbols: "Password1!" counts as "password1". */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  const known = commonPasswords()
  const isKnown = known.has(plain) || known.has(plain.replace(/[^\p{L}\p{N}]+$/u, ''))
  return isKnown || isMadeOfWords(plain)
}

/** Nothing is left after removing the words and everything that is not a letter. */
function isMadeOfWords(plain: string): boolean {
  const letters = plain.replaceAll(/[^\p{L}]/gu, '')
  return letters !== '' && words.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}

/** Stricter: also ignores everything but letters at the end, and requires five different characters. */
export const isGuessable = (password: string): boolean =>
  isCommonPassword(password) || isCommonPassword(password.replace(/[^\p{L}]+$/u, '')) || new Set(password).size < 5

/** Checked when there is no account, so that an unknown e-mail address takes as long as a known one. */
const unknownAccount = hashPassword('no account has this password')

export async function matchPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await unknownAccount)
  const matches = await gate(() => verify(known, password))
  return passwordHash != null && matches
}
