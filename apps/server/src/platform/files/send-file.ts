import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A client that reads nothing for this long is gone. */
const STALLED_MS = 120_000

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

/** Sends a file while it is being made. */
export function sendFile(reply: FastifyReply, file: Readable, name: string, format: keyof typeof contentTypes) {
  reply.raw.setTimeout(STALLED_MS, () => file.destroy())
  reply.raw.once('close', () => file.destroy())
  return (
    reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename="${name}.${format}"`)
      .header('cache-control', 'no-store')
      // A connection kept alive would delay the stop of the server.
      .header('connection', 'close')
      .send(file)
  )
}
