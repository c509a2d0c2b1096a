import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { EmbeddedDatabase } from '../../platform/db/pglite.ts'
import type { Log } from '../../platform/log.ts'
import { describeDatabase, packBackup } from './manifest.ts'
import { BackupNote, noteBackup } from './note-backup.ts'

const doorOf = (directory: string) => join(directory, 'backup.sock')

/** The embedded database of one moment, packed. */
export async function* copyEmbedded(db: EmbeddedDatabase): AsyncGenerator<Uint8Array> {
  const { seen, dump } = await db.copy((held) => describeDatabase(held, 'pglite'))
  const packed = await promisify(gzip)(Buffer.from(await dump.arrayBuffer()), { level: 1 })
  yield* packBackup({ ...seen, dump_bytes: packed.length }, Readable.from([packed]))
}

/**
 * The embedded database belongs to one process, so that process hands out copies of it, to users who may enter its folder.
 * A folder where no such door can be made is served all the same.
 */
export async function openDoor(db: EmbeddedDatabase, directory: string, log: Log): Promise<() => Promise<void>> {
  const path = doorOf(directory)
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
  const [word = '', ...rest] = (await firstLine(socket)).split(' ')
  if (word === 'copy') return pipeline(Readable.from(copyEmbedded(db)), socket)
  // One that only looked whether anyone is there.
  if (word === '') return
  await noteBackup(db, BackupNote.parse(JSON.parse(rest.join(' '))))
  socket.end('noted\n')
}

/** What comes before the end of the line, or before the end of all. */
const firstLine = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let heard = ''
    const finish = () => resolve(heard.split('\n')[0] ?? '')
    socket.on('data', (part: Buffer) => {
      heard += part.toString()
      if (heard.includes('\n')) finish()
    })
    socket.once('close', finish)
  })

/** What knocks at the door of a running process; null when none runs. */
export async function knock(directory: string) {
  const enter = () =>
    new Promise<Socket | null>((resolve) => {
      const socket = createConnection(doorOf(directory), () => resolve(socket))
      socket.on('error', () => resolve(null))
    })
  const first = existsSync(doorOf(directory)) ? await enter() : null
  if (!first) return null
  first.destroy()
  const ask = async (line: string) => {
    const socket = await enter()
    if (!socket) throw new Error('the process that has the embedded database has ended')
    socket.write(`${line}\n`)
    return socket
  }
  return {
    async *copy(): AsyncGenerator<Uint8Array> {
      const socket = await ask('copy')
      yield* socket
      if (socket.errored) throw socket.errored
    },
    async note(note: BackupNote) {
      const said = await firstLine(await ask(`note ${JSON.stringify(note)}`))
      if (said !== 'noted') throw new Error('the back-up could not be noted in the embedded database')
    },
  }
}
