import type { Readable } from 'node:stream'
import { refusal } from '../refusal.ts'

export type OpenFiles = ReturnType<typeof createOpenFiles>

/** The files that this process is sending, limited per owner. */
export function createOpenFiles(atOnce: number) {
  const open = new Map<Readable, string>()
  return {
    refuseMore(owner: string) {
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
