import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo'

interface Row {
  readonly batch: string
  readonly paymentId: string
  readonly at: Date
  readonly amount?: string
  readonly type?: string
  readonly units?: string
  readonly payee?: string
  readonly memo?: string
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string }

export type PerfectMoneyHistory = Awaited<ReturnType<typeof startHistory>>

/** The provider's history over HTTP, as it is documented, and as a test bends it. */
export async function startHistory(login: { readonly accountId: string; readonly password: string }) {
  const rows: Row[] = []
  const asked: URLSearchParams[] = []
  let bend: ((fields: URLSearchParams) => Answer | null) | null = null

  const usual = (fields: URLSearchParams): Answer => {
    if (fields.get('AccountID') !== login.accountId || fields.get('PassPhrase') !== login.password) {
      return { text: 'Error: Can not login with passed AccountID and PassPhrase' }
    }
    const batch = fields.get('batchfilter')
    const wanted = rows.filter((row) => batch === null || row.batch === batch)
    return { text: wanted.length === 0 ? 'No Records Found.' : [HEADER, ...wanted.map(csvLine)].join('\n') }
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => void (body += chunk))
    request.on('end', () => {
      const fields = new URLSearchParams(body)
      if (request.method !== 'POST' || request.url !== '/acct/historycsv.asp') return response.writeHead(404).end()
      asked.push(fields)
      const { status = 200, headers = {}, text } = bend?.(fields) ?? usual(fields)
      return response.writeHead(status, { 'content-type': 'text/csv', ...headers }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acct/historycsv.asp`,
    rows,
    asked,
    header: HEADER,
    /** Answers otherwise, wherever it is not null. */
    bend(answer: typeof bend) {
      bend = answer
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const csvLine = (row: Row) =>
  [
    timeOf(row.at),
    row.type ?? 'Income',
    row.batch,
    row.units ?? 'USD',
    row.amount ?? '25.50',
    '0.00',
    'U7654321',
    row.payee ?? 'U1234567',
    row.paymentId,
    row.memo ?? '',
  ].join(',')

const two = (part: number) => String(part).padStart(2, '0')

/** "02/14/2017 10:11" */
const timeOf = (at: Date) =>
  `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
