import { createNotices } from '@cashbox/client/notices'

const NOTICE_DURATION_MS = 3000

export const { notify, useToaster } = createNotices(NOTICE_DURATION_MS)

/** Said by `call` itself. */
const SAID_ALREADY = 'maintenance'

/** The location and the bot check have a field in no form. */
export const hasNoField = (about: string): boolean =>
  about.startsWith('geo') || about === 'captcha_text' || about === SAID_ALREADY

/** Notifies of what has a field in no form; the rest is left to the form. */
export function toastIfNoField(about: string, text: string): boolean {
  if (!hasNoField(about)) return false
  if (about !== SAID_ALREADY) notify('error', text)
  return true
}
