import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../refusal.ts'

/** A part of a file: from `first` to before `end`. */
export interface ByteRange {
  readonly first: number
  readonly end: number
}

interface KeptFile {
  readonly size: number
  /** The same for the same bytes only. */
  readonly tag: string
  readonly name: string
  readonly contentType: string
  readonly read: (range: ByteRange) => AsyncIterable<Buffer>
}

/**
 * Sends a file that never changes, or the part of it that `Range` asks for, so that a broken download goes on where it ended
 * (RFC 9110, section 14). A range of another file than `If-Range` names is not sent, but the whole.
 */
export function sendRange(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  const { size, name, contentType, read } = file
  const tag = `"${file.tag}"`
  void reply
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(contentType)
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === tag ? rangeOf(request.headers.range, size) : 'whole'
  if (asked === 'outside') {
    void reply.header('content-range', `bytes */${size}`)
    throw refusal('range_not_satisfiable')
  }
  const range = asked === 'whole' ? { first: 0, end: size } : asked
  if (asked !== 'whole') {
    void reply.code(206).header('content-range', `bytes ${range.first}-${range.end - 1}/${size}`)
  }
  return reply.header('content-length', range.end - range.first).send(Readable.from(read(range), { objectMode: false }))
}

/** One range of bytes. What is no such range, several among them, asks for the whole. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return to === '0' ? 'outside' : { first: Math.max(size - Number(to), 0), end: size }
  const first = Number(from)
  const end = to === '' ? size : Math.min(Number(to) + 1, size)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'outside' : { first, end }
}
