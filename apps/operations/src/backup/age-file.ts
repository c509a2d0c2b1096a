import { createReadStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { UsageError } from '../command-line/help.ts'

/** Refuses what is no public key of age. */
export function requireRecipient(recipient: string | null): string {
  if (recipient === null) {
    throw new UsageError(
      'CASHBOX_BACKUP_RECIPIENT is missing. Make a key with "age-keygen -o FILE", set the variable to the public key that it prints, and keep the file apart from this machine: no back-up opens without it.',
    )
  }
  try {
    new Encrypter().addRecipient(recipient)
  } catch {
    throw new UsageError('CASHBOX_BACKUP_RECIPIENT must be a public key of age, as "age1…".')
  }
  return recipient
}

/** A key that lives as long as this process: with it the process can read what it wrote for someone else. */
export async function createTemporaryKey(recipient: string) {
  // Of the same kind, so that it makes the file no weaker.
  const identity = await (recipient.startsWith('age1pq1') ? generateHybridIdentity() : generateX25519Identity())
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function readIdentity(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`The key can't be read: ${error.message}`)
  })
  const identity = text.split(/\s*\n/).find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identity === undefined) throw new UsageError(`${path} has no private key of age (AGE-SECRET-KEY-…).`)
  return identity
}

/** Writes a file that each of the recipients can open. It is on disk when this returns, or removed when this fails. */
export async function writeEncrypted(
  path: string,
  parts: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<number> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const part of await encrypter.encrypt(ReadableStream.from(parts))) {
      await file.writeFile(part)
      bytes += part.length
    }
    await file.sync()
    return bytes
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** What the file holds. Every part is proven before it is handed out, and the end of the file at the end. */
export async function* readEncrypted(path: string, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const opened = await decrypter.decrypt(ReadableStream.from(file)).catch((error: Error) => {
    throw new UsageError(`${path} does not open with this key: ${error.message}.`)
  })
  try {
    yield* opened
  } catch (error) {
    throw new UsageError(`${path} is damaged or cut off.`, { cause: error })
  }
}
