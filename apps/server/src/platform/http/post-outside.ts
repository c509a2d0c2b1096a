import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What came back, or that nothing did. */
export type Outcome =
  | { readonly status: number; readonly retryAfterS: number | null; readonly answer: string }
  | { readonly status: null; readonly error: string }

export interface PostOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  /** True only where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
}

const ANSWER_LENGTH = 500

/** Posts to an address that a partner chose. Never follows a redirect, never reaches into our own network. */
export async function postOutside({ url, headers, body, timeoutMs, mayBePrivate }: PostOptions): Promise<Outcome> {
  const problem = problemOf(url, mayBePrivate)
  if (problem) return { status: null, error: problem }
  const target = new URL(url)
  return new Promise((resolve) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: mayBePrivate ? lookup : publicLookup,
      agent: false,
    })
    const settle = (outcome: Outcome) => {
      clearTimeout(deadline)
      resolve(outcome)
      request.destroy()
    }
    const fail = (error: string) => settle({ status: null, error })
    // Whether or not the other side answers, it ends here.
    const deadline = setTimeout(() => fail('no answer in time'), timeoutMs)
    request.on('response', (response) => readAnswer(response, settle))
    // A listener makes Node hand over what would otherwise end in no event at all.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      settle({ status: response.statusCode ?? 101, retryAfterS: null, answer: '' })
    })
    request.on('error', (error) => fail(error.message || 'no connection'))
    request.on('close', () => fail('the connection was closed without an answer'))
    request.end(body)
  })
}

/** As much of the answer as is kept; a longer one is not read to its end. */
function readAnswer(response: IncomingMessage, settle: (outcome: Outcome) => void) {
  let answer = ''
  const done = () =>
    settle({
      status: response.statusCode ?? 0,
      retryAfterS: readRetryAfter(response.headers['retry-after']),
      answer: answer.slice(0, ANSWER_LENGTH).replaceAll('\0', ''),
    })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    answer += chunk
    if (answer.length >= ANSWER_LENGTH) done()
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
  if (!mayBePrivate && isIP(host) !== 0 && isPrivate(host)) return 'the address is in a private network'
  return null
}

const privateNetworks = new BlockList()
const networks: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
for (const [address, prefix, family] of networks) privateNetworks.addSubnet(address, prefix, family)

/** Also for IPv4 written as IPv6, which the list takes for what it is. */
const isPrivate = (address: string) => privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Checks what a name resolves to at the very moment of connecting, so that it can't change in between. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivate(address))) {
      return callback(new Error('the address is in a private network'), '', 0)
    }
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

/** Seconds, or a date. */
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
