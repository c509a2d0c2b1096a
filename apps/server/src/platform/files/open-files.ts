import type { Readable } from 'node:stream'
import { refusal } from '../refusal.ts'

export type OpenFiles = ReturnType<typeof createOpenFiles>

/** The files that this process is sending, by their owner. */
export function createOpenFiles() {
  const open = new Map<Readable, string>()
  return {
    /** Refuses when the owner takes so many files at the moment. */
    refuseMore(owner: string, atOnce: number) {
      if ([...open.values()].filter((one) => one === owner).length >= atOnce) {
        throw refusal('too_many_requests', { seconds: 60 })
      }
    },
    add(owner: string, file: Readable) {
      open.set(file, owner)
      file.once('close', () => open.delete(file))
    },
    /** A long file would delay the stop of the server. */
    closeAll() {
      for (const file of open.keys()) file.destroy()
    },
  }
}
