import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import { asAgent, confirmation } from '../common/database.ts'

/** No answer within this time is a hang: every call has a shorter limit. */
const HANG_MS = 25_000

export interface Answer {
  readonly status: number
  readonly text: string
}

/** What `fetch` answers, or what answers as it does. */
type Sent = Pick<Response, 'status' | 'text'>

interface Request {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type Tallies = ReturnType<typeof createTally>
export type Tally = ReturnType<Tallies['at']>

/** Sends what an attack sends, counts the answers, and keeps what is wrong with them. */
export function createTally(url: string, { mayBeBusy = false } = {}) {
  const statuses = new Map<number, number>()
  const findings: string[] = []

  function note(what: string, { status, text }: Answer) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // Where the database is held up the server says so, and that the outcome is not known.
    if (status >= 500 && !(mayBeBusy && status === 503)) findings.push(`${status} for ${what}: ${text.slice(0, 300)}`)
    if (/node_modules|\.ts:\d+|syntax error at|violates .* constraint/.test(text))
      findings.push(`${what} says how the server works inside: ${text.slice(0, 300)}`)
  }

  async function count(what: string, sent: Promise<Sent>): Promise<Answer> {
    try {
      const response = await sent
      const answer = { status: response.status, text: await response.text() }
      note(what, answer)
      return answer
    } catch (error) {
      const isHang = error instanceof Error && error.name === 'TimeoutError'
      findings.push(`${isHang ? 'no answer' : 'a broken connection'} for ${what}: ${String(error)}`)
      return { status: 0, text: '' }
    }
  }

  const sendersTo = (base: string) => {
    /** From a separate address, as a trusted proxy names it. */
    const send = (what: string, path: string, { headers, ...rest }: Request = {}) =>
      count(what, sendAsWritten(base, path, { ...rest, headers: { 'x-forwarded-for': someAddress(), ...headers } }))
    const headersOf = (given: Request['headers']) => ({ 'content-type': 'application/json', ...given })
    /** JSON without a session. */
    const post = (what: string, path: string, body: object, headers?: Request['headers']) =>
      send(what, path, { method: 'POST', headers: headersOf(headers), body: JSON.stringify(body) })
    /** By its agent: a GET, or a POST with a body. */
    const ask = (agent: number, path: string, body?: object, headers?: Request['headers']) =>
      send(path, path, asAgent(agent, body, headers))
    const confirm = (agent: number, number: number) => ask(agent, '/api/payments/confirm', confirmation(number))
    return { url: base, send, post, ask, confirm }
  }
  const finding = (text: string) => void findings.push(text)
  const expectThat = async (what: string, sent: Promise<Answer>, isWanted: (status: number) => boolean) => {
    const answer = await sent
    // That no answer came is a finding already.
    if (answer.status !== 0 && !isWanted(answer.status)) finding(`${what} was answered ${answer.status}`)
    return answer
  }
  const common = {
    count,
    note,
    finding,
    /** A finding, unless the answer has one of these statuses. */
    expect: (what: string, sent: Promise<Answer>, ...wanted: readonly number[]) =>
      expectThat(what, sent, (status) => wanted.includes(status)),
    /** A finding, if it works: whatever the refusal is. */
    expectRefused: (what: string, sent: Promise<Answer>) => expectThat(what, sent, (status) => status !== 200),
    result: () => ({
      answers: [...statuses.values()].reduce((sum, one) => sum + one, 0),
      statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
      findings,
    }),
  }
  const at = (base: string) => ({ ...common, ...sendersTo(base) })
  return { ...at(url), at }
}

/** `fetch` would resolve `..` and `%2e%2e` in the path before it sends it. */
const sendAsWritten = (base: string, path: string, { method = 'GET', headers = {}, body }: Request) =>
  new Promise<Sent>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const signal = AbortSignal.timeout(HANG_MS)
    const fail = (error: unknown) => reject(signal.aborted ? signal.reason : error)
    const sent = request({ hostname, port, path: escapeUnsendable(path), method, headers, signal }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
      answer.once('error', fail)
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: async () => Buffer.concat(chunks).toString() })
      })
    })
    sent.once('error', fail)
    sent.end(body)
  })

/** Spaces and letters beyond ASCII, which no client can send in a path. */
const escapeUnsendable = (path: string) => path.toWellFormed().replaceAll(/[^\u0021-\u007e]/gu, encodeURIComponent)

/** Slower than this, others feel the attack. */
const MAX_RATIO = 2

interface Compared {
  readonly measure: () => Promise<number>
  readonly attack: (during: () => Promise<void>) => Promise<void>
  /** Who waits, such as "an honest agent". */
  readonly who: string
  /** A difference of so little is not felt, whatever the ratio. */
  readonly slackMs: number
}

/** How long others wait before and during an attack, after a turn to warm up. */
export async function compareDuring(tally: Tally, { measure, attack, who, slackMs }: Compared) {
  await measure()
  const alone = await measure()
  let during = alone
  await attack(async () => {
    during = await measure()
  })
  if (during > alone * MAX_RATIO && during > alone + slackMs)
    tally.finding(`${who} waits ${during.toFixed(1)} ms instead of ${alone.toFixed(1)} ms`)
  return { waitMs: Number(alone.toFixed(1)), waitRatio: Number((during / alone).toFixed(2)) }
}

const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
