import { createHash, createPublicKey, verify } from 'node:crypto'
import type { FileKey, FileTotal, ReconciliationLine } from './types.ts'

const FILE_KIND = 'cashbox reconciliation 1'
/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex')
const LINE_FEED = 0x0a

/** A daily file that was changed, is not signed by Cashbox, or does not continue the day before. Don't use it. */
export class FileNotVerified extends Error {
  override readonly name = 'FileNotVerified'
}

export interface DailyFile {
  /** A UTC day, such as `2026-11-15`. */
  readonly day: string
  readonly partner: string
  /** Of the whole file. Keep it: the file of the next day names it as `previous`. */
  readonly sha256: string
  readonly previous: string | null
  readonly totals: readonly FileTotal[]
  readonly lines: readonly ReconciliationLine[]
}

interface Head {
  readonly file: unknown
  readonly partner: string
  readonly day: unknown
  readonly previous: string | null
}

interface Foot {
  readonly lines: unknown
  readonly totals: readonly FileTotal[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Checks the signature of a daily file and reads it. `keys` are the public keys of the network, as `files.list` gives them,
 * or texts that you have kept. Works without a network, on a file that you kept.
 */
export function verifyFile(bytes: Buffer, day: string, keys: readonly (FileKey | string)[]): DailyFile {
  const end = bytes.lastIndexOf(LINE_FEED, -2) + 1
  const content = bytes.subarray(0, end)
  const { key, ed25519 } = readLine(bytes.subarray(end).toString())
  const [first = '', ...rest] = content.toString().split('\n').slice(0, -1)
  const head = readLine(first) as unknown as Head
  const foot = readLine(rest.pop() ?? '') as unknown as Foot
  const text = [FILE_KIND, head.partner, day, sha256(content)].join('\n')
  const isKnown = keys.some((one) => idOf(one) === key)
  if (!isKnown)
    throw new FileNotVerified(`it is signed with the key ${String(key)}, which is not among the keys that were given`)
  const isSigned =
    typeof ed25519 === 'string' && keys.some((one) => idOf(one) === key && isSignedBy(one, text, ed25519))
  if (!isSigned) throw new FileNotVerified('the signature is not one of the network')
  if (head.file !== FILE_KIND || head.day !== day) throw new FileNotVerified('this is the file of another day')
  const lines = rest.map((line) => readLine(line) as unknown as ReconciliationLine)
  if (foot.lines !== lines.length) throw new FileNotVerified('lines are missing')
  return { day, partner: head.partner, sha256: sha256(bytes), previous: head.previous, totals: foot.totals, lines }
}

const bytesOf = (key: FileKey | string) => Buffer.from(typeof key === 'string' ? key : key.public_key, 'base64')

const idOf = (key: FileKey | string) => sha256(bytesOf(key)).slice(0, 16)

function isSignedBy(key: FileKey | string, text: string, signature: string): boolean {
  const der = Buffer.concat([DER_START, bytesOf(key)])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
}

function readLine(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Told below, with what is no object.
  }
  throw new FileNotVerified('a line is not JSON')
}
