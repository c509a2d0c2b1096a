import { notify } from './notices.ts'

/** The location and the bot check have a field in no form, so what the server says of them is a notification. */
export function tellAside(about: string, text: string): boolean {
  // Said by the call itself.
  if (about === 'maintenance') return true
  if (!about.startsWith('geo') && about !== 'captcha_text') return false
  notify('error', text)
  return true
}
