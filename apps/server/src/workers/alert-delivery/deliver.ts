import { readSettings } from '../../platform/settings.ts'
import { noteSent } from './note-sent.ts'
import { readTold } from './read-told.ts'
import { asText, sayAlerts } from './say-alerts.ts'
import { sendEmail } from './send-email.ts'
import { sendTelegram } from './send-telegram.ts'
import { sendWebhook } from './send-webhook.ts'
import { arrived, failed, type Sent } from './sent.ts'
import type { AlertDeliveryServices } from './services.ts'
import type { DueMessage } from './take-due.ts'

export async function deliver(services: AlertDeliveryServices, message: DueMessage): Promise<void> {
  const sent = await send(services, message).catch((error: unknown) =>
    failed(error instanceof Error ? error.message : String(error)),
  )
  await noteSent(services, message, sent)
}

async function send(services: AlertDeliveryServices, message: DueMessage): Promise<Sent> {
  const told = message.is_test ? 'test' : await readTold(services.db, message.id)
  if (told.length === 0) return arrived
  const link = `${services.consoleUrl}/console/today`
  if (message.kind === 'webhook') return sendWebhook(services, message, told, link)
  const words = sayAlerts(message.language, told)
  if (message.kind === 'email') return sendEmail(services, message, words, link)
  const { partner_name } = await readSettings(services.db)
  return sendTelegram(services, message, asText(partner_name, words, link))
}
