import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type MailFolder = {
  save(eml: Buffer): Promise<void>
  /** Newest first. */
  ids(): Promise<string[]>
  read(id: string): Promise<Buffer>
}

const extension = '.eml'

/** Ids arrive in URLs and become file names, so only the exact shape that `save` writes is ever looked up. */
export function isMessageId(id: string): boolean {
  return /^\d{13}-[0-9a-f]{8}$/.test(id)
}

export function receivedAtMs(id: string): number {
  return Number(id.slice(0, 13))
}

export async function openMailFolder(directory: string): Promise<MailFolder> {
  await mkdir(directory, { recursive: true })
  let lastMs = 0

  // Two messages of one millisecond still sort in the order in which they came.
  function nextId(): string {
    lastMs = Math.max(Date.now(), lastMs + 1)
    return `${lastMs}-${randomBytes(4).toString('hex')}`
  }

  return {
    async save(eml) {
      const id = nextId()
      const unfinished = join(directory, `${id}.tmp`)
      try {
        await writeFile(unfinished, eml, { flush: true })
        await rename(unfinished, join(directory, id + extension))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async ids() {
      const names = await readdir(directory)
      return names
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length))
        .filter(isMessageId)
        .toSorted()
        .toReversed()
    },

    async read(id) {
      if (!isMessageId(id)) throw new Error('Not the id of a message')
      return readFile(join(directory, id + extension))
    },
  }
}
