import { Readable } from 'node:stream'
import type { FileForm } from '@cashbox/contract/partner'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/db/database.ts'
import { type ByteRange, sendRange } from '../../platform/http/send-range.ts'
import { csvFile } from './csv-file.ts'
import { bytesOf } from './read-file.ts'

interface AskedFile {
  readonly playerServiceId: string
  readonly day: string
  readonly form: FileForm
  readonly size: number
  readonly sha256: string
}

interface Visit {
  readonly db: Queryable
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The file as it was made, any range of it; or the same lines for a spreadsheet, as a whole. */
export function sendDailyFile({ db, request, reply }: Visit, file: AskedFile): FastifyReply {
  const { day, form, size, sha256 } = file
  const name = `cashbox-${day}.${form}`
  const read = (range: ByteRange) => bytesOf(db, file, range)
  if (form === 'jsonl')
    return sendRange(request, reply, { size, tag: sha256, name, contentType: 'application/jsonl; charset=utf-8', read })
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvFile(read({ first: 0, end: size }))))
}
