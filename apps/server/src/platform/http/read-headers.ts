import { defaultLanguage, type Language, languageOf, languages, type RefusalCode } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'
import { parseAddress } from '../addresses.ts'
import { refusal } from '../refusal.ts'

/** Who is calling, from where and in which language. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string | null
  readonly language: Language
}

interface CallerFields {
  /** Who called, such as `agent 0193…`, once they are admitted. */
  readonly who?: string
  readonly code?: RefusalCode
}

const USER_AGENT_LENGTH = 500
const FORWARDED = 'x-forwarded-for'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i

const QUOTED = /^"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"$/
const BARE = /^[\x21-\x7e]{1,255}$/

const known = new WeakMap<FastifyRequest, CallerFields>()

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: addressOfCaller(request),
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  language: languageOfRequest(request),
})

/** Everything that counts, stores or compares callers' addresses reads them here. */
export const addressOfCaller = ({ ip, socket }: FastifyRequest): string =>
  parseAddress(ip) ?? parseAddress(socket.remoteAddress) ?? '0.0.0.0'

/** Normalises X-Forwarded-For. The list begins after an entry that is no address, because the caller may have written it. */
export function tidyForwarded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const header = headers[FORWARDED]
  if (header === undefined) return
  const entries = String(header)
    .split(',')
    .map((entry) => parseAddress(entry))
  const known = entries.slice(entries.lastIndexOf(null) + 1)
  if (known.length > 0) headers[FORWARDED] = known.join(', ')
  else delete headers[FORWARDED]
}

export const languageOfRequest = ({ headers }: FastifyRequest) => {
  const header = headers['x-language']
  return languageOf(Array.isArray(header) ? header[0] : header)
}

/** The browser's most preferred language among ours. */
export function languageAccepted({ headers }: FastifyRequest): Language {
  const accepted = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', quality = ''] = entry.trim().split(';q=')
      return {
        language: languages.find((one) => one === tag.toLowerCase().split('-')[0]),
        weight: Number(quality || 1),
      }
    })
  const supported = accepted.filter(({ language, weight }) => language && weight > 0)
  return supported.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? defaultLanguage
}

export const bearerOf = ({ headers }: FastifyRequest): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null

/** The Idempotency-Key header, quoted as in the standard, or bare as most clients send it. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = Array.isArray(header) ? '' : header.trim()
  const key = QUOTED.exec(text)?.[1] ?? (BARE.test(text) && !text.includes('"') ? text : null)
  if (key === null) throw refusal('idempotency_key_invalid')
  return key
}

const note = (request: FastifyRequest, facts: CallerFields) =>
  void known.set(request, { ...known.get(request), ...facts })

/** For the log line of the request: IDs only, so that the log holds no names. */
export const noteCaller = (request: FastifyRequest, kind: 'agent' | 'operator' | 'partner', id: string) =>
  note(request, { who: `${kind} ${id}` })

export const noteRefusal = (request: FastifyRequest, code: RefusalCode) => note(request, { code })

export const factsOf = (request: FastifyRequest): CallerFields => known.get(request) ?? {}

/** Whether a browser makes this call for a page of another site. A program that names no origin is not a browser. */
export function isFromOtherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return true
  // A page that hides its address sends the origin "null"; then sec-fetch-site decides.
  if (origin === 'null') return site === undefined
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
