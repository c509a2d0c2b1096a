import { refusal } from '../refusal.ts'

const QUOTED = /^"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"$/
const BARE = /^[\x21-\x7e]{1,255}$/

/** The Idempotency-Key header, quoted as the standard writes it or bare as most people do. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = Array.isArray(header) ? '' : header.trim()
  const key = QUOTED.exec(text)?.[1] ?? (BARE.test(text) && !text.includes('"') ? text : null)
  if (key === null) throw refusal('idempotency_key_invalid')
  return key
}
