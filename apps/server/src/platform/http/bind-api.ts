import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import {
  type Access,
  type Endpoint,
  type FileAnswer,
  fileTypes,
  isRefusalCode,
  type OutputOf,
  type ParsedInputOf,
} from '@cashbox/contract'
import type { Database } from '@cashbox/postgres/database'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { invalidFields, type Reason, refusal } from '../refusal.ts'
import { sendRevalidated, sendTagged } from './revalidate.ts'

const COMPRESS_FROM_BYTES = 1024
/** A client that reads nothing of a file for this long is gone. */
const STALLED_MS = 120_000

/** The context that an API's `admit` gives to a handler, by the access that the contract asks for. */
type ContextByAccess = { readonly [Who in Access]?: object }

export type ContextOf<C extends ContextByAccess, E extends Endpoint> = C[E['access']] &
  Request & { readonly input: ParsedInputOf<E> }

/** What every handler gets, besides what `admit` gives. */
interface Request {
  readonly input: unknown
  /** The replica for a call that reads from it, where there is one. */
  readonly db: Database
}

export interface Route<C> {
  readonly endpoint: Endpoint
  readonly handler: (context: C[keyof C] & Request) => Promise<unknown>
}

/** Nothing will do where the answer is an empty object. */
type AnswerOf<E extends Endpoint> = OutputOf<E> | (Record<string, never> extends OutputOf<E> ? void : never)

/** Makes the `route` function of one API, which only accepts endpoints whose access that API can admit. */
export const routeFor =
  <C extends ContextByAccess>() =>
  <E extends Endpoint & { readonly access: keyof C }>(
    endpoint: E,
    handler: (context: ContextOf<C, E>) => Promise<AnswerOf<E>>,
  ): Route<C> => ({ endpoint, handler: handler as Route<C>['handler'] })

interface IncomingCall<Who> {
  readonly endpoint: Endpoint
  readonly who: Who
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The body exactly as it was sent, because a signature covers these bytes; empty when there was none. */
  readonly body: string
  /** Parses what was sent, once. Throws what is wrong with it. */
  readonly readInput: () => Promise<unknown>
}

/** Gives the handler its context, or throws a refusal. */
export type Admit<Who, Contexts> = (call: IncomingCall<Who>) => Promise<Contexts[keyof Contexts]>

/** Binds every call of an API to its handler. Throws at start-up when calls and handlers don't match. */
export function bindApi<Who, Contexts>(
  calls: readonly (readonly [Endpoint, Who])[],
  routes: readonly Route<Contexts>[],
  admit: Admit<Who, Contexts>,
  { db, replica = db }: { readonly db: Database; readonly replica?: Database },
): FastifyPluginAsync {
  const handlers = matchHandlers(
    calls.map(([endpoint]) => endpoint),
    routes,
  )
  return async (api) => {
    const parseJson = takeJson(api)
    await api.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: COMPRESS_FROM_BYTES,
      globalDecompression: false,
    })
    for (const [endpoint, who] of calls) {
      const handler = handlers.get(endpoint) as Route<Contexts>['handler']
      api.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        // Answers to a POST are short, and files are sent while they are made.
        ...(endpoint.method === 'POST' || endpoint.files.length > 0 ? { compress: false } : {}),
        ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
        handler: async (request, reply) => {
          const body = typeof request.body === 'string' ? request.body : ''
          const parseInput = async () => {
            const sent = endpoint.method === 'GET' ? request.query : await parseJson(request, body)
            return readFields(endpoint.input, withPath(sent, request.params as object))
          }
          let parsed: Promise<unknown> | undefined
          const readInput = () => (parsed ??= parseInput())
          const context = await admit({ endpoint, who, request, reply, body, readInput })
          const input = await readInput()
          return send(
            request,
            reply,
            endpoint,
            await handler({ ...context, input, db: endpoint.readsReplica ? replica : db }),
          )
        },
      })
    }
  }
}

function matchHandlers<Contexts>(calls: readonly Endpoint[], routes: readonly Route<Contexts>[]) {
  const bound = routes.map(({ endpoint }) => endpoint)
  const problems = [
    ['without a handler', calls.filter((call) => !bound.includes(call))],
    ['with a handler, but not in this API', bound.filter((call) => !calls.includes(call))],
    ['with two handlers', bound.filter((call, index) => bound.indexOf(call) !== index)],
  ] as const
  const found = problems.filter(([, endpoints]) => endpoints.length > 0)
  if (found.length > 0) {
    const names = (endpoints: readonly Endpoint[]) =>
      endpoints.map(({ method, path }) => `${method} ${path}`).join(', ')
    throw new Error(found.map(([problem, endpoints]) => `calls ${problem}: ${names(endpoints)}`).join('; '))
  }
  return new Map(routes.map(({ endpoint, handler }) => [endpoint, handler]))
}

/** Accepts JSON only, and keeps it as text until the caller is admitted. A missing body counts as an empty object. */
function takeJson(api: FastifyInstance) {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  // Other bytes would become question marks, and two bodies one signed text.
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    isUtf8(body) ? done(null, body.toString()) : done(refusal('body_not_utf8')),
  )
  return (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (text === '') resolve({})
      else void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
}

/** Adds the path parameters. The query or body can't repeat them. */
function withPath(sent: unknown, params: object): object {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refusal('malformed_request')
  if (Object.keys(params).some((name) => Object.hasOwn(sent, name))) throw refusal('malformed_request')
  return { ...sent, ...params }
}

// Parsed on the way out as well: a column that the contract does not name can't leave.
function send(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, payload: unknown) {
  if (endpoint.files.length > 0) return sendFile(request, reply, payload as FileAnswer)
  const body = { payload: endpoint.output.parse(payload ?? {}) }
  if (!endpoint.cacheable) void reply.header('cache-control', 'no-store')
  // Only reads have an ETag: a POST must always get its own answer.
  if (endpoint.method !== 'GET') return reply.send(body)
  void reply.type('application/json; charset=utf-8')
  const text = JSON.stringify(body)
  return endpoint.cacheable
    ? sendRevalidated(request, reply.header('vary', 'x-language'), text)
    : sendTagged(request, reply, text)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { name, type, content, headers = {} }: FileAnswer) {
  const file = content instanceof Readable ? content : Readable.from(content, { objectMode: false })
  // Without a listener the error would end the process; the reader sees that the file broke off.
  file.on('error', (error) => request.log.error({ err: error }, 'file failed'))
  reply.raw.setTimeout(STALLED_MS, () => file.destroy())
  reply.raw.once('close', () => file.destroy())
  return (
    reply
      .header('content-type', fileTypes[type])
      .header('content-disposition', `attachment; filename="${name}.${type}"`)
      .header('cache-control', 'no-store')
      // A connection kept alive would delay the stop of the server.
      .header('connection', 'close')
      .headers(headers)
      .send(file)
  )
}

type Issue = z.core.$ZodIssue

/** Parses what a caller sent. Throws a refusal that names each wrong field. */
export function readFields<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refusal('malformed_request')
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  // A map, not an object: the caller's names may be those of an object's own methods.
  const fields = new Map<string, Reason[]>()
  for (const issue of result.error.issues) {
    for (const [field, reason] of reasonsOf(issue, sent as Record<string, unknown>)) {
      fields.set(field, [...(fields.get(field) ?? []), reason])
    }
  }
  throw invalidFields(Object.fromEntries(fields))
}

// Field names come from the caller; long or strange ones are not echoed.
const safeName = (name: string) => (/^[\w-]{1,64}$/.test(name) && name !== '__proto__' ? name : 'body')

function reasonsOf(issue: Issue, sent: Record<string, unknown>): [string, Reason][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 20).map((key) => [safeName(key), { code: 'unknown_field' }])
  }
  const field = String(issue.path[0] ?? 'body')
  return [[field, reasonOf(issue, Object.hasOwn(sent, field) ? sent[field] : undefined)]]
}

function reasonOf(issue: Issue, value: unknown): Reason {
  if (value === undefined || value === '') return { code: 'required' }
  if (isRefusalCode(issue.message)) return { code: issue.message }
  if (issue.code === 'too_big' && typeof value === 'string') {
    return { code: 'too_long', values: { maximum: Number(issue.maximum) } }
  }
  return { code: 'invalid' }
}
