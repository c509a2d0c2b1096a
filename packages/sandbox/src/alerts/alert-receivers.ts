import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Behaviour, createMode, createPause, parseObject, takeText, textOf } from '../page/forms.ts'
import { problemOfWebhook, type WebhookHeaders } from '../player-service/webhook-log.ts'

interface Answer {
  readonly status: number
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

interface AlertBehaviour extends Behaviour {
  /** What both answer in place of taking the message. */
  readonly telegram?: Answer
  readonly webhook?: Answer
  readonly delayMs?: number
}

const RETRY_AFTER_S = 5

const refusal = (status: number, description: string, more: object = {}): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...more },
})

const behaviours: Readonly<Record<string, AlertBehaviour>> = {
  working: { label: 'Working', does: 'take every message' },
  failing: {
    label: 'Failing',
    does: 'answer 500',
    telegram: refusal(500, 'Internal Server Error'),
    webhook: { status: 500, body: {} },
  },
  refusing: {
    label: 'Refusing',
    does: 'refuse for good: 403 from Telegram, 410 from the webhook',
    telegram: refusal(403, 'Forbidden: bot was kicked from the group chat'),
    webhook: { status: 410, body: {} },
  },
  unknown: {
    label: 'Wrong token',
    does: 'do not know the bot: 401 from Telegram, 401 from the webhook',
    telegram: refusal(401, 'Unauthorized'),
    webhook: { status: 401, body: {} },
  },
  throttling: {
    label: 'Throttling',
    does: 'answer 429, try again in 5 seconds',
    telegram: refusal(429, `Too Many Requests: retry after ${RETRY_AFTER_S}`, {
      parameters: { retry_after: RETRY_AFTER_S },
    }),
    webhook: { status: 429, body: {}, headers: { 'retry-after': String(RETRY_AFTER_S) } },
  },
  slow: { label: 'Slow', does: 'answer after 2 seconds', delayMs: 2000 },
  strange: {
    label: 'Strange',
    does: 'answer with a page instead of JSON: 200 from Telegram, 302 from the webhook',
    telegram: { status: 200, body: '<!doctype html><title>Welcome to the hotel</title>' },
    webhook: { status: 302, body: '', headers: { location: '/sandbox' } },
  },
}

const KEPT = 200

export interface ReceivedAlerts {
  readonly by: 'telegram' | 'webhook'
  readonly received_at: number
  /** The chat that it is for, or the ID of the webhook. */
  readonly id: string
  readonly text: string
  /** Why it is not genuine; null when it is. */
  readonly problem: string | null
  readonly is_taken: boolean
}

export type AlertReceivers = ReturnType<typeof createAlertReceivers>

/** A Telegram and a webhook that live on this machine, and what they received, newest first. */
export function createAlertReceivers(now: () => Date, secret: () => Promise<string | null>) {
  const received: ReceivedAlerts[] = []
  const keep = (one: Omit<ReceivedAlerts, 'received_at'>) => {
    received.unshift({ ...one, received_at: Math.floor(now().getTime() / 1000) })
    received.splice(KEPT)
  }

  return {
    list: (): readonly ReceivedAlerts[] => received,
    mode: createMode(behaviours, 'working'),
    takeTelegram: (chat: string, text: string, is_taken: boolean) =>
      keep({ by: 'telegram', id: chat, text, problem: null, is_taken }),
    async takeWebhook(headers: WebhookHeaders, body: string, isTaken: boolean) {
      const key = await secret()
      const problem = key === null ? 'the sandbox has no signing secret' : problemOfWebhook(key, body, headers)
      const id = textOf(headers['webhook-id'])
      keep({ by: 'webhook', id, text: body, problem, is_taken: isTaken && problem === null })
      return problem === null
    },
  }
}

/** The one call of Telegram's Bot API that alerts need, and a webhook after Standard Webhooks. */
export const receiverRoutes =
  (receivers: AlertReceivers): FastifyPluginAsync =>
  async (app) => {
    takeText(app)
    const pause = createPause(app)
    app.addHook('preHandler', async () => pause(receivers.mode.current().delayMs ?? 0))

    app.post<{ Params: { bot: string } }>('/telegram/:bot/sendMessage', async ({ params, body }, reply) => {
      const message = parseObject(body)
      const problem = receivers.mode.current().telegram ?? problemWith(params.bot, message)
      receivers.takeTelegram(textOf(message['chat_id']), textOf(message['text']), problem === null)
      if (problem) return answer(reply, problem)
      const date = Math.floor(Date.now() / 1000)
      const chat = { id: message['chat_id'], type: 'group', title: 'Alerts' }
      return { ok: true, result: { message_id: receivers.list().length, date, chat, text: message['text'] } }
    })

    app.post('/webhook', async ({ headers, body }, reply) => {
      const problem = receivers.mode.current().webhook
      const isGenuine = await receivers.takeWebhook(headers, textOf(body), problem === undefined)
      return answer(reply, problem ?? { status: isGenuine ? 200 : 401, body: {} })
    })
  }

function answer(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  return reply.code(status).headers(headers).type(type).send(body)
}

/** As the Bot API says it. */
function problemWith(bot: string, message: Record<string, unknown>): Answer | null {
  if (!/^bot\d+:[\w-]{30,}$/.test(bot)) return refusal(404, 'Not Found')
  if (textOf(message['chat_id']) === '') return refusal(400, 'Bad Request: chat not found')
  if (textOf(message['text']) === '') return refusal(400, 'Bad Request: message text is empty')
  return null
}
