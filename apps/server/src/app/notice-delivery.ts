import type { Config } from '../config.ts'
import type { DeliveryServices } from '../workers/notice-delivery/deliver-notices.ts'

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
