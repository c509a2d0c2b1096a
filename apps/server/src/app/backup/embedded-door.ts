import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EmbeddedDatabase } from '../../platform/db/pglite.ts'
import type { Log } from '../../platform/log.ts'
import { BackupNote, type Copy, countRows, noteBackup, type RowCounts, readLastMigration } from './backup-source.ts'

const socketOf = (directory: string) => join(directory, 'backup.sock')

/** The embedded database of one moment. */
export async function copyEmbedded(db: EmbeddedDatabase): Promise<Copy & { size: number }> {
  const { seen, dump } = await db.copy(async (held) => ({
    madeAt: new Date(),
    migration: await readLastMigration(held),
    rows: await countRows(held),
  }))
  return { ...seen, parts: dump.stream(), size: dump.size }
}

/**
 * The embedded database belongs to one process, so that process hands out copies of it, to users who may enter its folder.
 * A folder where no such socket can be made is served all the same.
 */
export async function listenForBackups(
  db: EmbeddedDatabase,
  directory: string,
  log: Log,
): Promise<() => Promise<void>> {
  const path = socketOf(directory)
  await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    answer(db, socket).catch((error: unknown) => {
      log.error({ err: error }, 'a back-up of the embedded database was broken off')
      socket.destroy()
    })
  })
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error }, 'back-ups can only be made while this process is stopped')
      resolve(false)
    })
    server.listen(path, () => resolve(true))
  })
  if (!isOpen) return async () => {}
  await chmod(path, 0o600)
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function answer(db: EmbeddedDatabase, socket: Socket) {
  socket.on('error', () => {})
  const word = await readLine(socket)
  if (word === 'copy') {
    const { parts, ...about } = await copyEmbedded(db)
    socket.write(`${JSON.stringify(about)}\n`)
    return pipeline(Readable.from(parts), socket)
  }
  if (word === '') return
  await noteBackup(db, BackupNote.parse(JSON.parse(word)))
  socket.end('noted\n')
}

/** Up to the end of the line, or of all. What comes after it is left to be read. */
const readLine = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let heard = Buffer.alloc(0)
    const finish = (text: Buffer) => {
      socket.off('readable', read)
      resolve(text.toString())
    }
    const read = () => {
      for (let part = socket.read() as Buffer | null; part; part = socket.read() as Buffer | null) {
        heard = Buffer.concat([heard, part])
        const end = heard.indexOf('\n')
        if (end < 0) continue
        finish(heard.subarray(0, end))
        if (end + 1 < heard.length) socket.unshift(heard.subarray(end + 1))
        return
      }
    }
    socket.on('readable', read)
    socket.once('close', () => finish(heard))
  })

/** Asks the process that has the database; null when none runs. */
export async function connect(directory: string) {
  const enter = () =>
    new Promise<Socket | null>((resolve) => {
      const socket = createConnection(socketOf(directory), () => resolve(socket))
      socket.on('error', () => resolve(null))
    })
  const first = existsSync(socketOf(directory)) ? await enter() : null
  if (!first) return null
  first.destroy()
  const ask = async (line: string) => {
    const socket = await enter()
    if (!socket) throw new Error('the process that has the embedded database has ended')
    socket.write(`${line}\n`)
    return socket
  }
  return {
    async copy(): Promise<Copy> {
      const socket = await ask('copy')
      const { madeAt, size, ...about } = JSON.parse((await readLine(socket)) || '{}') as {
        madeAt: string
        migration: string
        rows: RowCounts
        size: number
      }
      return { ...about, madeAt: new Date(madeAt), parts: whole(socket, size) }
    },
    async note(note: BackupNote) {
      const said = await readLine(await ask(JSON.stringify(note)))
      if (said !== 'noted') throw new Error('the back-up could not be noted in the embedded database')
    },
  }
}

async function* whole(parts: AsyncIterable<Uint8Array>, size: number) {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    yield part
  }
  if (bytes !== size) throw new Error(`the copy of the embedded database has ${bytes} bytes of ${size}`)
}
