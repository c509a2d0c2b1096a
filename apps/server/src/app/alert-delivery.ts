import type { AlertDeliveryServices } from '../watch/alerts/deliver-notifications.ts'
import type { Config } from './config/config.ts'

const TELEGRAM = 'https://api.telegram.org'
/** Where the sandbox plays Telegram. */
const SANDBOX_TELEGRAM = '/sandbox/alerts/telegram'

/** What the sending of alerts needs to know of the configuration, and of where the sandbox runs. */
export const alertDelivery = (
  { consoleUrl, mode, telegramUrl }: Config,
  address: string,
  services: Pick<AlertDeliveryServices, 'db' | 'clock' | 'log' | 'keyring' | 'sendLetter'>,
): AlertDeliveryServices => ({
  ...services,
  consoleUrl,
  telegramUrl: telegramUrl ?? (mode === 'sandbox' ? `${address}${SANDBOX_TELEGRAM}` : TELEGRAM),
  mayBePrivate: mode === 'sandbox',
})
