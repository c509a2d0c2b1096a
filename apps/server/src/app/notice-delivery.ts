import type { DeliveryServices } from '../notices/deliver-notices.ts'
import type { Config } from './config/config.ts'

const ADDRESS = /<?([^\s<>]+@[^\s<>]+)>?\s*$/

/** What the sending of notices needs to know of the configuration. */
export const noticeDelivery = (
  { publicUrl, mail, mode }: Config,
  services: Pick<DeliveryServices, 'db' | 'clock' | 'keyring'>,
): DeliveryServices => ({
  ...services,
  publicUrl,
  pushContact: publicUrl.startsWith('https://') ? publicUrl : `mailto:${ADDRESS.exec(mail.from)?.[1] ?? ''}`,
  mayBePrivate: mode === 'sandbox',
})
