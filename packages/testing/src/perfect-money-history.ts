import Fastify from 'fastify'

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

  const app = Fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  app.post<{ Body: URLSearchParams }>('/acct/historycsv.asp', async ({ body }, reply) => {
    asked.push(body)
    const { status = 200, headers = {}, text } = bend?.(body) ?? usual(body)
    return reply.code(status).type('text/csv').headers(headers).send(text)
  })
  return {
    url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/acct/historycsv.asp`,
    rows,
    asked,
    header: HEADER,
    /** Answers otherwise, wherever it is not null. */
    bend(answer: typeof bend) {
      bend = answer
    },
    close: () => app.close(),
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
