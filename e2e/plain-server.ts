/**
 * A server that answers exactly what the specification of the agents' app names, and nothing more: no codes, no extra
 * fields, no extra calls, amounts as numbers.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { json } from 'node:stream/consumers'

type Body = Readonly<Record<string, unknown>>
type Answer = { readonly status?: number; readonly body?: object } | 'no answer'
type Handler = (input: { readonly body: Body; readonly query: URLSearchParams }) => Answer

const MIME: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const agent = {
  status: 'approved',
  note: null,
  channel: { balance: 1250.5, currency_code: 'USD' },
  is_demo: false,
  is_email_verified: true,
  full_name: 'Plain Agent',
  email: 'plain@example.com',
  phone: '+998901234567',
  messenger: 'telegram',
  messenger_id: '@plain',
  country_code: 'UZ',
  city: 'Tashkent',
  street: 'Amir Temur 1',
  geo_lat: 41.2995,
  geo_lon: 69.2401,
  geo_area: 300,
}

const now = () => Math.floor(Date.now() / 1000)

const tron = { type: 'tron', network: 'TRC-20', min_deposit: 10, coin: 'USDT', offset_percent: 2, rate: 1.05 }
const wallets = [
  { ...tron, name: 'First address', wallet: 'TPlainAddressOne111111111111111111' },
  { ...tron, name: 'Second address', wallet: 'TPlainAddressTwo222222222222222222' },
  { type: 'perfect-money', name: 'Vouchers', min_deposit: 1, coin: 'USD', offset_percent: 0, rate: 1 },
  { type: 'carrier-pigeon', name: 'Pigeon', min_deposit: 1, coin: 'CORN', offset_percent: 0, rate: 1 },
]

const payload = (value: object): Answer => ({ body: { payload: value } })
const errors = (fields: object): Answer => ({ status: 422, body: { message: 'Check the form.', errors: fields } })

interface Payment {
  readonly type: string
  readonly transaction_id: string
  readonly amount: string
}

/** Confirmed transactions, and those whose confirmation got no answer. */
const callsOf = (user: object, confirmed: Payment[], lost: Payment[]): Readonly<Record<string, Handler>> => ({
  'GET /tools/settings': () => payload({ is_off_maintenance: true, telegram_link: 'https://t.me/plain' }),
  'GET /tools/dictionaries': () =>
    payload({
      countries: { UZ: { code: 'UZ', name: 'Uzbekistan', phone_code: '+998' } },
      languages: [{ code: 'en', name: 'English', image: '' }],
      messengers: [{ code: 'telegram', name: 'Telegram', image: '' }],
      timezones: [{ zone: 'UTC', name: 'UTC' }],
    }),
  'GET /tools/translations': () => payload({ translations: {} }),
  'GET /tools/captcha': () => payload({ recaptcha_site_key: null }),
  'POST /auth/login': ({ body }) =>
    body['password'] === 'right' ? payload({ token: 'plain-token', user }) : errors({ password: ['Wrong password.'] }),
  'POST /auth/logout': () => ({ status: 204 }),
  'GET /user/profile': () => payload({ user }),
  'GET /user/wallet': () => payload({ wallets }),
  'GET /user/wallet/check': () => ({ status: 400, body: { message: 'The wallets are asleep.' } }),
  'GET /payments/stats': () =>
    payload({ stats: { deposit_fee: 12.5, withdraw_fee: 7, deposit_sum: 2500, withdraw_sum: 700 } }),
  'GET /payments/history': ({ query }) =>
    payload({
      list: [
        ...Array.from({ length: 11 }, (_, index) => ({
          transaction_id: 5000 + index,
          type: index % 2 === 0 ? 'deposit' : 'withdraw',
          amount: 40,
        })),
        ...confirmed,
      ]
        .map((one, index) => ({ ...one, id: index + 1, fee: 0.4, customer_id: 7, finished_at: now() - index }))
        .slice(Number(query.get('offset')), Number(query.get('offset')) + Number(query.get('limit'))),
    }),
  'POST /payments/confirm': ({ body }) => {
    const payment = body as unknown as Payment
    if (payment.transaction_id === 'REFUSED') return errors({ transaction_id: ['Unknown transaction.'] })
    if (payment.transaction_id.startsWith('lost')) {
      lost.push(payment)
      return 'no answer'
    }
    confirmed.push(payment)
    return { body: {} }
  },
})

type Calls = ReturnType<typeof callsOf>

async function answerCall(calls: Calls, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const handler = calls[`${request.method} ${url.pathname.replace('/api', '')}`]
  if (handler) {
    const body = request.method === 'POST' ? ((await json(request)) as Body) : {}
    const given = handler({ body, query: url.searchParams })
    if (given === 'no answer') return void request.socket.destroy()
    const { status = 200, body: answer } = given
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer ? JSON.stringify(answer) : '')
  } else {
    // As most servers do, without JSON.
    response.writeHead(404).end('Not Found')
  }
}

async function answerFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const name = extname(path) === '' ? '/index.html' : path
  try {
    const file = await readFile(join(folder, name))
    response.writeHead(200, { 'content-type': MIME[extname(name)] ?? 'application/octet-stream' }).end(file)
  } catch {
    response.writeHead(404).end()
  }
}

export async function startPlainServer(webFolder: string, cashId: string | number) {
  const confirmed: Payment[] = []
  const lost: Payment[] = []
  const calls = callsOf({ ...agent, cash_id: cashId }, confirmed, lost)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://plain.test')
    const isCall = url.pathname.startsWith('/api/')
    void (isCall ? answerCall(calls, request, response, url) : answerFile(response, webFolder, url.pathname))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    confirmed,
    /** Confirms what got no answer. */
    carryOut: () => void confirmed.push(...lost.splice(0)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
