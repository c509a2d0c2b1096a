/** How the receivers of alerts answer. */
const behaviours = {
  working: { label: 'Working', does: 'take every message' },
  failing: { label: 'Failing', does: 'answer 500' },
  refusing: { label: 'Refusing', does: 'refuse for good: 403 from Telegram, 410 from the webhook' },
  unknown: { label: 'Wrong token', does: 'do not know the bot: 401 from Telegram, 401 from the webhook' },
  throttling: { label: 'Throttling', does: 'answer 429, try again in 5 seconds' },
  slow: { label: 'Slow', does: 'answer after 2 seconds' },
  strange: { label: 'Strange', does: 'answer with a page instead of JSON: 200 from Telegram, 302 from the webhook' },
} as const

export type Mode = keyof typeof behaviours

export const modes = Object.keys(behaviours) as Mode[]
export const behaviourOf = (mode: Mode) => behaviours[mode]
export const isMode = (text: unknown): text is Mode => typeof text === 'string' && Object.hasOwn(behaviours, text)

export const SLOW_MS = 2000
const RETRY_AFTER_S = 5

interface Said {
  readonly status: number
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

const refusal = (status: number, description: string, more: object = {}): Said => ({
  status,
  body: { ok: false, error_code: status, description, ...more },
})

const telegramRefusals: Partial<Record<Mode, Said>> = {
  failing: refusal(500, 'Internal Server Error'),
  refusing: refusal(403, 'Forbidden: bot was kicked from the group chat'),
  unknown: refusal(401, 'Unauthorized'),
  throttling: refusal(429, `Too Many Requests: retry after ${RETRY_AFTER_S}`, {
    parameters: { retry_after: RETRY_AFTER_S },
  }),
  strange: { status: 200, body: '<!doctype html><title>Welcome to the hotel</title>' },
}

/** What the Bot API says in place of a yes; null: yes. */
export const telegramRefusal = (mode: Mode): Said | null => telegramRefusals[mode] ?? null

const webhookRefusals: Partial<Record<Mode, Said>> = {
  failing: { status: 500, body: {} },
  refusing: { status: 410, body: {} },
  unknown: { status: 401, body: {} },
  throttling: { status: 429, body: {}, headers: { 'retry-after': String(RETRY_AFTER_S) } },
  strange: { status: 302, body: '', headers: { location: '/sandbox' } },
}

export const webhookRefusal = (mode: Mode): Said | null => webhookRefusals[mode] ?? null
