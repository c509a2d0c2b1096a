import { type Html, html } from './html.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

// Without script the reader's time zone is unknown, so the page names the one it uses.
export function moment(seconds: number): Html {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`
}
