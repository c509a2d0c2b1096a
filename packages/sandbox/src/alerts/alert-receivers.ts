import { verifyWebhook } from '@cashbox/partner'
import type { Mode } from './behaviour.ts'

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
  let mode: Mode = 'working'
  const keep = (one: Omit<ReceivedAlerts, 'received_at'>) => {
    received.unshift({ ...one, received_at: Math.floor(now().getTime() / 1000) })
    received.splice(KEPT)
  }

  return {
    list: (): readonly ReceivedAlerts[] => received,
    mode: () => mode,
    behave: (next: Mode) => {
      mode = next
    },
    takeTelegram: (chat: string, text: string, is_taken: boolean) =>
      keep({ by: 'telegram', id: chat, text, problem: null, is_taken }),
    async takeWebhook(
      headers: Readonly<Record<string, string | string[] | undefined>>,
      body: string,
      isTaken: boolean,
    ) {
      const problem = problemOf(headers, body, await secret())
      const id = headers['webhook-id']
      keep({
        by: 'webhook',
        id: typeof id === 'string' ? id : '',
        text: body,
        problem,
        is_taken: isTaken && problem === null,
      })
      return problem === null
    },
  }
}

function problemOf(headers: Parameters<typeof verifyWebhook>[2], body: string, secret: string | null): string | null {
  if (secret === null) return 'the sandbox has no signing secret'
  try {
    verifyWebhook(secret, body, headers)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
