import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import { createGate } from '../platform/jobs/gate.ts'

// OWASP's first choice for Argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each run takes a core and 19 MB. Many at once would leave nothing for anyone else. */
const gate = createGate({ runs: Math.min(4, availableParallelism()), waiting: 64, retryS: 5 })

export const hashPassword = (password: string) => gate(() => hash(password, COST))

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | null = null

/** Read when the first password is chosen: the lists take several megabytes, and most processes never need them. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof CommonWords
  common ??= new Set(dictionary['passwords-common'])
  return common
}

/** What people here would think of first. The list is in docs/security.md too. */
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
].concat(['withdraw', 'topup', 'balance', 'money', 'tron', 'usdt', 'perfect', 'password'])

/** Among the passwords that are tried first; "Password1!" is "password1" with decoration. */
export function isCommonPassword(password: string, ownWords: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const known = commonPasswords()
  const isKnown = known.has(plain) || known.has(plain.replace(/[^\p{L}\p{N}]+$/u, ''))
  return isKnown || isMadeOf(plain, [...ownWords, ...words])
}

/** Nothing is left when the words and all that are no letters are taken away. */
function isMadeOf(plain: string, parts: readonly string[]): boolean {
  const letters = plain.replaceAll(/[^\p{L}]/gu, '')
  const known = parts.map((part) => part.toLowerCase().replaceAll(/[^\p{L}]/gu, '')).filter((part) => part.length > 1)
  return letters !== '' && known.reduce((rest, part) => rest.replaceAll(part, ''), letters) === ''
}

/** For passwords that may be long: common with anything but letters at its end, or of few different characters. */
export const isGuessable = (password: string): boolean =>
  isCommonPassword(password) || isCommonPassword(password.replace(/[^\p{L}]+$/u, '')) || new Set(password).size < 5

/** Checked where there is no account, so that an unknown address takes as long as a known one. */
const unknownAccount = hashPassword('no account has this password')

export async function matchPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await unknownAccount)
  const matches = await gate(() => verify(known, password))
  return passwordHash != null && matches
}
