import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { createGate } from './gate.ts'

// OWASP's first choice for Argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each run takes a core and 19 MB. Many at once would leave nothing for anyone else. */
const gate = createGate({ runs: Math.min(4, availableParallelism()), waiting: 64, retryS: 5 })

export const hashPassword = (password: string) => gate(() => hash(password, COST))

const common = new Set(dictionary['passwords-common'])

/** Among the passwords that are tried first; "Password1!" is "password1" with decoration. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[^\p{L}\p{N}]+$/u, ''))
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
