import { html } from '@cashbox/contract/html'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import {
  answerForm,
  badRequest,
  createPause,
  fieldOf,
  readForm,
  serveForms,
  serveMode,
  takeText,
  textOf,
} from '../page/forms.ts'
import { alertBox, linkTo, sendPage, watchedLayout } from '../page/layout.ts'
import { emptyForm, errorsInForm, type FormErrors, inputOf, type NewTransactionForm } from './new-transaction.ts'
import { openView, transactionsView } from './open-view.ts'
import { filesView, readSeconds, secretsView, timeView } from './page-view.ts'
import { answerOf, type PartnerAccount, refusalIn } from './partner-account.ts'
import { createPlayerService, isChange, type PlayerService } from './player-service.ts'
import { playersView } from './players.ts'
import { isStatementAnswer, settlementView } from './settlement.ts'
import { webhooksView } from './webhooks-view.ts'

const ON_A_PAGE = 10
const IN_JSON = 100
const REFRESH_S = 5

/** The player service as pages and as JSON: a form is answered with a page, JSON with JSON. */
export const playerServicePages =
  ({ account, now }: { account: PartnerAccount; now: () => Date }): FastifyPluginAsync =>
  async (app) => {
    const service = createPlayerService(account, now)
    await app.register(servicePages(service, app.prefix), { prefix: '/player-service' })
    await app.register(webhookReceiver(service), { prefix: '/player-service' })
  }

const servicePages =
  (service: PlayerService, base: string): FastifyPluginAsync =>
  async (app) => {
    const path = app.prefix
    await serveForms(app)
    serveMode(app, service.mode, `${path}#webhooks`)
    serveMode(app, service.players.mode, `${path}#players`, '/players/behaviour')
    serveMode(app, service.settlement.mode, `${path}#settlement`, '/statements/behaviour')

    app.setErrorHandler((error, _request, reply) => {
      const { status, message, code, errors, requestId } = refusalIn(error)
      return reply.code(status).send({ message, errors, code, request_id: requestId })
    })

    /** After a button: the row that changed, or the page with the reason. A script gets JSON. */
    async function answerChange(body: unknown, reply: FastifyReply, row: string, name: string, asked: Promise<object>) {
      const answer = await answerOf(asked)
      if (answer.ok) return answerForm(body, reply, `${path}#${encodeURIComponent(row)}`, answer.payload)
      if (!(body instanceof URLSearchParams)) throw answer.refusal
      const notice = `${name}: ${answer.refusal.message}`
      return sendPage(reply, answer.refusal.status, await page(service, { base, path, notice }))
    }

    app.get<{ Querystring: { cursor?: string } }>('/', async (request, reply) =>
      sendPage(reply, 200, await page(service, { base, path, cursor: request.query.cursor })),
    )

    app.get('/transactions.json', async () => (await service.list({ limit: IN_JSON })).list)

    app.get('/events.json', async () => service.webhooks())

    app.get<{ Params: { file: string } }>('/files/:file', async (request, reply) => {
      const file = await service.downloadFile(request.params.file.replace(/\.jsonl$/, ''))
      return reply.type('application/x-ndjson; charset=utf-8').send(file)
    })

    app.post('/transactions', async ({ body }, reply) => {
      const form = body instanceof URLSearchParams ? readForm(body, emptyForm) : null
      const answer = await answerOf(service.open(form ? inputOf(form) : body))
      if (answer.ok) {
        const { transaction, security_code } = answer.payload
        const { transaction_id } = transaction
        return answerForm(body, reply, `${path}#tx-${transaction_id}`, { transaction_id, security_code })
      }
      if (!form) throw answer.refusal
      const errors = errorsInForm(answer.refusal.errors)
      const notice = Object.keys(errors).length > 0 ? null : answer.refusal.message
      return sendPage(reply, answer.refusal.status, await page(service, { base, path, form, errors, notice }))
    })

    app.post<{ Params: { id: string; change: string } }>('/transactions/:id/:change', async (request, reply) => {
      const { id, change } = request.params
      if (!isChange(change)) return reply.callNotFound()
      const changed = service.change(change, id).then((transaction) => ({ transaction }))
      return answerChange(request.body, reply, `tx-${id}`, id, changed)
    })

    app.post<{ Params: { id: string; answer: string } }>('/statements/:id/:answer', async ({ params, body }, reply) => {
      if (!isStatementAnswer(params.answer)) return reply.callNotFound()
      const answered = service.settlement.answer(params.answer, params.id).then((statement) => ({ statement }))
      return answerChange(body, reply, `statement-${params.id}`, 'Statement', answered)
    })

    app.post('/overdraw', async ({ body }, reply) => {
      const currency = textOf(fieldOf(body, 'currency_code'))
      return answerChange(body, reply, 'settlement', currency, service.settlement.overdraw(currency))
    })

    app.post('/time', async ({ body }, reply) => {
      const seconds = readSeconds(fieldOf(body, 'seconds'))
      if (seconds === null) throw badRequest('seconds must be a whole number above 0')
      await service.account.moveTime(seconds)
      return answerForm(body, reply, path, { seconds })
    })

    app.post('/webhook-address', async ({ body }, reply) => {
      const asked = textOf(fieldOf(body, 'url')).trim()
      await service.account.setWebhookUrl(asked === '' ? null : asked)
      const { url } = await service.account.webhook()
      return answerForm(body, reply, `${path}#webhooks`, { url })
    })

    app.post('/rate-limit', async ({ body }, reply) => {
      const left = Number(fieldOf(body, 'left') ?? 0)
      if (!Number.isInteger(left) || left < 0) throw badRequest('left must be a whole number')
      await service.account.leaveCalls(left)
      return answerForm(body, reply, path, { left })
    })
  }

interface PageOptions {
  readonly base: string
  readonly path: string
  readonly cursor?: string | undefined
  readonly form?: NewTransactionForm
  readonly errors?: FormErrors
  readonly notice?: string | null
}

async function page(service: PlayerService, { base, path, cursor, form, errors, notice = null }: PageOptions) {
  const { account, settlement } = service
  const [key, setting, targets, answer, files, positions, statements] = await Promise.all([
    account.key(),
    account.webhook(),
    account.targets(),
    answerOf(service.list({ limit: ON_A_PAGE, ...(cursor === undefined ? {} : { cursor }) })),
    answerOf(service.listFiles()),
    answerOf(settlement.readPosition()),
    answerOf(settlement.listStatements()),
  ])
  const watched = cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`
  return watchedLayout({
    base,
    path,
    watched,
    everySeconds: REFRESH_S,
    title: 'Player service',
    links: html`${linkTo('#settlement', 'Settlement')}${linkTo('#webhooks', 'Webhooks')}`,
    body: html`<p class="hint">A simulated partner. The lists refresh every ${REFRESH_S} seconds.</p>
        ${secretsView(path, key, setting)}
        ${timeView(path)}
        ${notice !== null && alertBox(notice)}
        <div class="columns">
          ${openView(path, form ?? emptyForm, errors ?? {}, targets)}
          ${transactionsView(path, answer, cursor === undefined)}
          ${settlementView(path, settlement, positions, statements)}
          ${webhooksView(path, service.mode, setting, service.webhooks())}
          ${playersView(path, service.players)}
          ${filesView(path, files)}
        </div>`,
  })
}

/** Where Cashbox sends the player service its webhooks and its questions about players. */
const webhookReceiver =
  (service: PlayerService): FastifyPluginAsync =>
  async (app) => {
    takeText(app)
    const pause = createPause(app)

    app.post('/webhooks', async (request, reply) => {
      const { status, delayMs = 0, retryAfterS } = await service.receive(request.headers, textOf(request.body))
      await pause(delayMs)
      if (status === null) {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      if (retryAfterS !== undefined) void reply.header('retry-after', retryAfterS)
      return reply.code(status).send({})
    })

    app.post('/players', async (request, reply) => {
      const { status, body, delayMs } = await service.askPlayer(request.headers, textOf(request.body))
      await pause(delayMs)
      return reply.code(status).type('application/json').send(body)
    })
  }
