import { notify } from './notices.ts'

/** Said by `call` itself. */
const SAID_ALREADY = 'maintenance'

/** The location and the bot check have a field in no form. */
export const isAside = (about: string): boolean =>
  about.startsWith('geo') || about === 'captcha_text' || about === SAID_ALREADY

/** Notifies of what has a field in no form; the rest is left to the form. */
export function notifyAside(about: string, text: string): boolean {
  if (!isAside(about)) return false
  if (about !== SAID_ALREADY) notify('error', text)
  return true
}
