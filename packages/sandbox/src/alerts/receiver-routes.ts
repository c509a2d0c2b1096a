import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { isRecord } from '../page/is-record.ts'
import type { AlertReceivers } from './alert-receivers.ts'
import { SLOW_MS, telegramRefusal, webhookRefusal } from './behaviour.ts'

/** The one call of Telegram's Bot API that alerts need, and a webhook after Standard Webhooks. */
export const receiverRoutes =
  (receivers: AlertReceivers): FastifyPluginAsync =>
  async (app) => {
    const stopping = new AbortController()
    app.addHook('preClose', async () => stopping.abort())
    const beSlow = async () => {
      if (receivers.mode() === 'slow') await wait(SLOW_MS, null, { signal: stopping.signal }).catch(() => {})
    }
    // The signature is over the bytes that were sent.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    app.post<{ Params: { bot: string } }>('/telegram/:bot/sendMessage', async ({ params, body }, reply) => {
      await beSlow()
      const asked = parse(body)
      const refusal = telegramRefusal(receivers.mode()) ?? problemWith(params.bot, asked)
      receivers.takeTelegram(textOf(asked['chat_id']), textOf(asked['text']), refusal === null)
      if (refusal) return say(reply, refusal)
      const date = Math.floor(Date.now() / 1000)
      const chat = { id: asked['chat_id'], type: 'group', title: 'Alerts' }
      return { ok: true, result: { message_id: receivers.list().length, date, chat, text: asked['text'] } }
    })

    app.post('/webhook', async (request, reply) => {
      await beSlow()
      const refusal = webhookRefusal(receivers.mode())
      const body = typeof request.body === 'string' ? request.body : ''
      const isGenuine = await receivers.takeWebhook(request.headers, body, refusal === null)
      return say(reply, refusal ?? { status: isGenuine ? 200 : 401, body: {} })
    })
  }

interface Said {
  readonly status: number
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

function say(reply: FastifyReply, { status, body, headers = {} }: Said) {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  return reply.code(status).headers(headers).type(type).send(body)
}

const refuse = (status: number, description: string): Said => ({
  status,
  body: { ok: false, error_code: status, description },
})

/** As the Bot API says it. */
function problemWith(bot: string, asked: Record<string, unknown>): Said | null {
  if (!/^bot\d+:[\w-]{30,}$/.test(bot)) return refuse(404, 'Not Found')
  if (textOf(asked['chat_id']) === '') return refuse(400, 'Bad Request: chat not found')
  if (textOf(asked['text']) === '') return refuse(400, 'Bad Request: message text is empty')
  return null
}

function parse(body: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(typeof body === 'string' ? body : '')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
