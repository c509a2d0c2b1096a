import { createToasts } from '@cashbox/client/toasts'

const TOAST_DURATION_MS = 3000

export const { notify, useToaster } = createToasts(TOAST_DURATION_MS)

/** `call` shows this toast itself. */
const SHOWN_BY_CALL = 'maintenance'

/** Location and captcha errors have no field in any form. */
export const hasNoField = (about: string): boolean =>
  about.startsWith('geo') || about === 'captcha_text' || about === SHOWN_BY_CALL

/** Shows a toast for an error without a field. Returns false if the form shows it. */
export function toastIfNoField(about: string, text: string): boolean {
  if (!hasNoField(about)) return false
  if (about !== SHOWN_BY_CALL) notify('error', text)
  return true
}
