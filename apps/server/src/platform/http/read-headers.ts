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

type Door = 'agent' | 'operator' | 'partner'

interface Facts {
  /** Who called, such as `agent 0193…`, once a door has admitted them. */
  readonly who?: string
  /** Why the call was refused. */
  readonly code?: RefusalCode
}

const USER_AGENT_LENGTH = 500
const FORWARDED = 'x-forwarded-for'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i

const QUOTED = /^"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"$/
const BARE = /^[\x21-\x7e]{1,255}$/

const known = new WeakMap<FastifyRequest, Facts>()

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: addressOfCaller(request),
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  language: languageOfRequest(request),
})

/** The one reader of a caller's address: everything that counts, stores or compares addresses takes it from here. */
export const addressOfCaller = ({ ip, socket }: FastifyRequest): string =>
  parseAddress(ip) ?? parseAddress(socket.remoteAddress) ?? '0.0.0.0'

/**
 * Writes the addresses that proxies passed on in their plain form. What is left of an entry that is no address can't be
 * trusted, because the caller may have written it; so the list begins after such an entry.
 */
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

/** The first language that a browser asks for and that we speak. */
export function languageAccepted({ headers }: FastifyRequest): Language {
  const wishes = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      const [tag = '', quality = ''] = wish.trim().split(';q=')
      return {
        language: languages.find((one) => one === tag.toLowerCase().split('-')[0]),
        weight: Number(quality || 1),
      }
    })
  const spoken = wishes.filter(({ language, weight }) => language && weight > 0)
  return spoken.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? defaultLanguage
}

/** The token that a request was sent with; null when there is none that could be one. */
export const bearerOf = ({ headers }: FastifyRequest): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null

/** The Idempotency-Key header, quoted as the standard writes it or bare as most people do. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = Array.isArray(header) ? '' : header.trim()
  const key = QUOTED.exec(text)?.[1] ?? (BARE.test(text) && !text.includes('"') ? text : null)
  if (key === null) throw refusal('idempotency_key_invalid')
  return key
}

const note = (request: FastifyRequest, facts: Facts) => void known.set(request, { ...known.get(request), ...facts })

/** For the log line of the request: IDs only, so that the log holds no names. */
export const noteCaller = (request: FastifyRequest, door: Door, id: string) => note(request, { who: `${door} ${id}` })

export const noteRefusal = (request: FastifyRequest, code: RefusalCode) => note(request, { code })

export const factsOf = (request: FastifyRequest): Facts => known.get(request) ?? {}

/** Whether a browser makes this call for a page of another site. A program that names no origin is not a browser. */
export function isFromOtherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return true
  // A form of a page that hides where it is says "null", and the browser vouches for it.
  if (origin === 'null') return site === undefined
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
