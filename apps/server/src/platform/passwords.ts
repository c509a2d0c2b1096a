import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

// OWASP's first choice for Argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, COST)

const common = new Set(dictionary['passwords-common'])

/** Among the passwords that are tried first; "Password1!" is "password1" with decoration. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[^\p{L}\p{N}]+$/u, ''))
}

/** Checked where there is no account, so that an unknown address takes as long as a known one. */
const unknownAccount = hashPassword('no account has this password')

export async function matchPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await unknownAccount), password)
  return passwordHash !== undefined && matches
}
