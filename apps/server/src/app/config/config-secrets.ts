import { ownIdOf, type SecretKey, type SecretKeys } from '../../platform/secrets/keyring.ts'
import type { Reader } from './config-reader.ts'

const NAMED = /^([A-Za-z0-9-]{1,32}):(.+)$/

/** CASHBOX_SECRET: one secret, or several with their names, such as `2026b:…,2026a:…`; the first one seals. */
export function readSecrets(env: Reader, fallback: string): SecretKeys {
  const value = env.text('CASHBOX_SECRET') ?? fallback
  const parts = value.split(',').map((part) => part.trim())
  const named = parts.map((part) => NAMED.exec(part))
  if (parts.length === 1 && !named[0]) return [unnamed(value)]
  const keys = named.map((match): SecretKey | null => match && { id: match[1] ?? '', secret: match[2] ?? '' })
  const [first, ...others] = keys.filter((key) => key !== null)
  if (!first || others.length < keys.length - 1) {
    env.problem('CASHBOX_SECRET has several secrets: give each a name, such as 2026b:SECRET,2026a:SECRET')
    return [unnamed(value)]
  }
  const ids = new Set([first, ...others].map(({ id }) => id))
  if (ids.size < keys.length) env.problem('CASHBOX_SECRET has two keys of the same name')
  return [first, ...others]
}

const unnamed = (secret: string): SecretKey => ({ id: ownIdOf(secret), secret })
