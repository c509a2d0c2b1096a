import { createHash } from 'node:crypto'
import { isSignedBy } from './sign-request.ts'
import type { FileTotal, ReconciliationLine, SignedStatement } from './types.ts'

const FILE_KIND = 'cashbox reconciliation 1'
const LINE_FEED = 0x0a

/** A daily file or statement that was changed, or is not signed by the network. Don't use it. */
export class FileNotVerified extends Error {
  override readonly name = 'FileNotVerified'
}

export interface DailyFile {
  /** A UTC day, such as `2026-11-15`. */
  readonly day: string
  readonly partner: string
  /** Of the whole file. */
  readonly sha256: string
  readonly totals: readonly FileTotal[]
  readonly lines: readonly ReconciliationLine[]
}

interface Head {
  readonly file: unknown
  readonly partner: string
  readonly day: unknown
}

interface Foot {
  readonly lines: unknown
  readonly totals: readonly FileTotal[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Checks the signature of a daily file and reads it. `publicKey` is the key of the network, as `files.list` gives it or as you
 * kept it. Works without a network, on a file that you kept.
 */
export function verifyFile(file: Uint8Array, day: string, publicKey: string): DailyFile {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const end = bytes.lastIndexOf(LINE_FEED, -2) + 1
  const content = bytes.subarray(0, end)
  const { ed25519 } = readLine(bytes.subarray(end).toString())
  const [first = '', ...rest] = content.toString().split('\n').slice(0, -1)
  const head = readLine(first) as unknown as Head
  const foot = readLine(rest.pop() ?? '') as unknown as Foot
  const text = [FILE_KIND, head.partner, day, sha256(content)].join('\n')
  if (typeof ed25519 !== 'string' || !isSignedBy(publicKey, text, ed25519))
    throw new FileNotVerified('the signature is not one of the network')
  if (head.file !== FILE_KIND || head.day !== day) throw new FileNotVerified('this is the file of another day')
  const lines = rest.map((line) => readLine(line) as unknown as ReconciliationLine)
  if (foot.lines !== lines.length) throw new FileNotVerified('lines are missing')
  return { day, partner: head.partner, sha256: sha256(bytes), totals: foot.totals, lines }
}

const STATEMENT_KIND = 'cashbox statement 1'

/**
 * Checks that a statement of account is signed by the network, and that the signed text names the sums that the statement
 * says. `publicKey` is the key as you kept it; without it, the one that came with the statement.
 */
export function verifyStatement(signed: SignedStatement, publicKey?: string): SignedStatement {
  const { statement, signed_text, signature, public_key } = signed
  if (!isSignedBy(publicKey ?? public_key, signed_text, signature))
    throw new FileNotVerified('the signature is not one of the network')
  const [kind, ...lines] = signed_text.split('\n')
  const said = new Set(lines)
  const { currency_code, number, opening, closing, due_at } = statement
  const isSame = Object.entries({ currency_code, number, opening, closing, due_at }).every(([name, value]) =>
    said.has(`${name} ${value}`),
  )
  if (kind !== STATEMENT_KIND || !isSame) throw new FileNotVerified('another statement was signed')
  return signed
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
