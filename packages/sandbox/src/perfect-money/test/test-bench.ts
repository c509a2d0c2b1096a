import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { takeText } from '../../page/forms.ts'
import type { Payment } from '../payment-book.ts'
import { createPerfectMoney } from '../perfect-money.ts'
import { perfectMoneyPages } from '../perfect-money-pages.ts'
import { v2Hash } from '../status-call.ts'

const PASSPHRASE = 'test-alt-pass'

type Form = Readonly<Record<string, string>>

export type TestBench = Awaited<ReturnType<typeof startTestBench>>

/** The provider and a merchant's server, both over real HTTP. */
export async function startTestBench() {
  const directory = join(await mkdtemp(join(tmpdir(), 'cashbox-pm-')), 'provider')
  const merchant = await startMerchant()
  const clock = { now: new Date('2027-02-14T10:11:12Z') }
  let { app, address } = await startProvider(directory, () => clock.now)

  const get = (path: string) => fetch(address + path)

  const post = (path: string, form: Form | string = {}) =>
    fetch(address + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

  const postRaw = (path: string, body: string) =>
    fetch(address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  const entryForm = (changes: Form = {}): Form => ({
    PAYEE_ACCOUNT: 'U1234567',
    PAYEE_NAME: 'Cashbox',
    PAYMENT_ID: 'pm0123',
    PAYMENT_AMOUNT: '25.50',
    PAYMENT_UNITS: 'USD',
    STATUS_URL: merchant.statusUrl,
    PAYMENT_URL: 'http://cashbox.test/account-deposit?from=pm',
    PAYMENT_URL_METHOD: 'GET',
    NOPAYMENT_URL: 'http://cashbox.test/account-deposit',
    NOPAYMENT_URL_METHOD: 'GET',
    BAGGAGE_FIELDS: '',
    ...changes,
  })

  return {
    directory,
    clock,
    merchant,
    get,
    post,
    postRaw,
    postJson: (path: string, body: unknown) => postRaw(path, JSON.stringify(body)),
    entryForm,

    /** Opens a checkout, and gives its path. */
    async open(changes?: Form): Promise<string> {
      const response = await post('', entryForm(changes))
      return response.headers.get('location')?.split('/perfect-money')[1] ?? ''
    },

    payments: async () => (await (await get('/payments.json')).json()) as Payment[],

    async restart() {
      await app.close()
      ;({ app, address } = await startProvider(directory, () => clock.now))
    },

    async stop() {
      await app.close()
      await merchant.stop()
      await rm(join(directory, '..'), { recursive: true })
    },
  }
}

async function startProvider(directory: string, now: () => Date) {
  const provider = await createPerfectMoney({
    directory,
    now,
    passphrase: PASSPHRASE,
    accountId: '100200',
    passPhrase: 'open sesame',
  })
  const app = fastify()
  await app.register(perfectMoneyPages({ provider }), { prefix: '/sandbox' })
  return { app, address: `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox/perfect-money` }
}

/** Keeps every status call, and answers as the test says. */
async function startMerchant() {
  const received: string[] = []
  const answer = { status: 200, headers: {} }
  const app = fastify({ forceCloseConnections: true })
  takeText(app)
  app.post('/callbacks/perfect-money', async ({ body }, reply) => {
    received.push(String(body))
    return reply.code(answer.status).headers(answer.headers).send()
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { received, answer, statusUrl: `${address}/callbacks/perfect-money`, stop: () => app.close() }
}

export const fieldsOf = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body))

/** The hash that a status call should carry, over the texts as they were sent. */
export const hashOf = (body: string | undefined): string =>
  v2Hash(fieldsOf(body) as Parameters<typeof v2Hash>[0], PASSPHRASE)
