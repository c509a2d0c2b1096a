import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { SendProblem } from '@cashbox/contract/partner'
import { codeOf } from '@cashbox/postgres/database'

export type Outcome =
  | { readonly status: number; readonly retryAfterS: number | null; readonly answer: string }
  | { readonly status: null; readonly error: string; readonly problem: SendProblem }

export interface PostOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly timeoutMs: number
  /** True only where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
  /** How many characters of the answer are read. */
  readonly answerLength?: number
  /** Such as 192.0.2.1:53; those of this machine without it. */
  readonly nameServers?: readonly string[]
}

const ANSWER_LENGTH = 500
const PRIVATE_ADDRESS = 'the address is in a private network'

/** Posts to an address that a partner, an operator or a browser chose. Never follows a redirect, never reaches into our own network. */
export async function postOutside(options: PostOptions): Promise<Outcome> {
  const { url, headers, body, timeoutMs, mayBePrivate, answerLength = ANSWER_LENGTH, nameServers } = options
  const urlProblem = problemOf(url, mayBePrivate)
  if (urlProblem) return { status: null, error: urlProblem, problem: 'address_invalid' }
  const target = new URL(url)
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: NAME_TRIES })
  if (nameServers) resolver.setServers(nameServers)
  return new Promise((resolve) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: lookupWith(resolver, mayBePrivate),
      agent: false,
    })
    const settle = (outcome: Outcome) => {
      clearTimeout(deadline)
      resolve(outcome)
      request.destroy()
      resolver.cancel()
    }
    const fail = (error: string, problem: SendProblem) => settle({ status: null, error, problem })
    const deadline = setTimeout(() => fail('no answer in time', 'timed_out'), timeoutMs)
    request.on('response', (response) => readAnswer(response, answerLength, settle))
    // Without a listener, Node would end an upgrade without any event.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      settle({ status: response.statusCode ?? 101, retryAfterS: null, answer: '' })
    })
    request.on('error', (error) => fail(error.message || 'no connection', sendProblemOf(error)))
    request.on('close', () => fail('the connection was closed without an answer', 'connection_lost'))
    request.end(body)
  })
}

const problemsByCode: Readonly<Record<string, SendProblem>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ETIMEDOUT: 'timed_out',
  ENOTFOUND: 'host_unknown',
  ENODATA: 'host_unknown',
  ESERVFAIL: 'host_unknown',
  EREFUSED: 'host_unknown',
  EBADNAME: 'host_unknown',
  ETIMEOUT: 'host_unknown',
  EPROTO: 'no_tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_invalid',
}
/** Such as DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED and UNABLE_TO_VERIFY_LEAF_SIGNATURE. */
const ABOUT_CERTIFICATE = /CERT|UNABLE_TO_|^CRL_/

function sendProblemOf(error: Error): SendProblem {
  if (error.message === PRIVATE_ADDRESS) return 'address_private'
  const code = codeOf(error)
  const known = problemsByCode[code]
  if (known) return known
  if (ABOUT_CERTIFICATE.test(code)) return 'certificate_invalid'
  return code.startsWith('ERR_SSL') ? 'no_tls' : 'not_sent'
}

/** Reads no more of the answer than is stored. */
function readAnswer(response: IncomingMessage, length: number, settle: (outcome: Outcome) => void) {
  let answer = ''
  const done = () =>
    settle({
      status: response.statusCode ?? 0,
      retryAfterS: readRetryAfter(response.headers['retry-after']),
      answer: answer.slice(0, length).replaceAll('\0', ''),
    })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    answer += chunk
    if (answer.length >= length) done()
  })
  response.on('end', done)
  response.on('error', done)
}

/** Why an address can't be posted to; null when it can. */
export function problemOf(url: string, mayBePrivate: boolean): string | null {
  if (!URL.canParse(url)) return 'this is not an address'
  const { protocol, hostname, username } = new URL(url)
  if (protocol !== 'https:' && !(mayBePrivate && protocol === 'http:')) return 'the address must begin with https://'
  if (username !== '') return 'the address must not hold a user name'
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (!mayBePrivate && isIP(host) !== 0 && isPrivate(host)) return PRIVATE_ADDRESS
  return null
}

const PRIVATE = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  ::/127 64:ff9b::/96 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8`
const privateNetworks = new BlockList()
for (const network of PRIVATE.trim().split(/\s+/)) {
  const [address = '', prefix] = network.split('/')
  privateNetworks.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Also right for IPv4 written as IPv6, which BlockList recognises. */
const isPrivate = (address: string) => privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const NAME_TIMEOUT_MS = 2_000
const NAME_TRIES = 2

/**
 * Asks the name servers itself: `dns.lookup` waits in one of four threads that all lookups share and can't be cancelled,
 * so a few names that never resolve would stop every call. Checks the address that is connected to, so that DNS can't
 * change between check and use.
 */
const lookupWith =
  (resolver: Resolver, mayBePrivate: boolean): LookupFunction =>
  (hostname, { all }, callback) =>
    resolveHost(resolver, hostname, mayBePrivate, (error, addresses) => {
      const [first] = addresses ?? []
      if (!first) callback(error, '', 0)
      else if (all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const resolveHost = callbackify(async (resolver: Resolver, hostname: string, mayBePrivate: boolean) => {
  const addresses = await askFor(resolver, hostname)
  if (!mayBePrivate && addresses.some(isPrivate)) throw new Error(PRIVATE_ADDRESS)
  return addresses.map((address) => ({ address, family: isIP(address) }))
})

async function askFor(resolver: Resolver, hostname: string): Promise<string[]> {
  if (/^(.+\.)?localhost$/.test(hostname)) return ['127.0.0.1']
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason
  return addresses
}

function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
