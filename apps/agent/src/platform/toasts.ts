import { createNotices } from '@cashbox/client/notices'

const NOTICE_DURATION_MS = 3000

export const { notify, useToaster } = createNotices(NOTICE_DURATION_MS)

/** `call` shows this toast itself. */
const SAID_ALREADY = 'maintenance'

/** Location and captcha errors have no field in any form. */
export const hasNoField = (about: string): boolean =>
  about.startsWith('geo') || about === 'captcha_text' || about === SAID_ALREADY

/** Shows a toast for an error without a field. Returns false if the form shows it. */
export function toastIfNoField(about: string, text: string): boolean {
  if (!hasNoField(about)) return false
  if (about !== SAID_ALREADY) notify('error', text)
  return true
}
