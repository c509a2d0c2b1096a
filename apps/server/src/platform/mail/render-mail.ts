import { directionOf, type Language } from '@cashbox/contract'
import { html, renderHtml } from '@cashbox/contract/html'
import { palette } from '@cashbox/contract/palette'
import { translate } from '../texts.ts'
import type { Mail } from './mail.ts'

const colors = palette.light

/** One mail in the reader's language, as text and as HTML that loads nothing from outside. */
export function renderMail(mail: Mail, partner: string, brandColor: string) {
  const { language, template, values, name, link, linkHours, details, note } = mail
  const part = (key: string) => translate(language, `mail.${template}.${key}`, { partner, ...values })
  const [subject, button] = [part('subject'), part('button')]
  const greeting =
    name === null ? translate(language, 'mail.greeting_plain') : translate(language, 'mail.greeting', { name })
  const paragraphs = [greeting, part('body')]
  const noteLabel = note === undefined ? '' : translate(language, 'mail.note')
  const expiry = linkHours === null ? '' : translate(language, 'mail.link_expiry', { hours: linkHours })
  const footer = translate(language, 'mail.footer', { partner })
  const text = [
    ...paragraphs,
    note !== undefined && `${noteLabel}:\n${note}`,
    ...details.map(({ label, values }) => `${label}:${values.length > 1 ? '\n' : ' '}${values.join('\n')}`),
    `${button}:\n${link}`,
    expiry,
    `--\n${footer}`,
  ]
  const paragraph = (words: string) => html`<p style="margin:0 0 16px">${words}</p>
`
  const value = (words: string, index: number) =>
    html`${index > 0 && html`<br>`}<bdi dir="ltr" style="font-family:monospace;font-size:16px">${words}</bdi>`
  const rows = details.map(
    ({ label, values }) =>
      html`<tr><td style="padding:4px 0;color:${colors['ink-soft']};vertical-align:top">${label}</td><td style="padding:4px 16px">${values.map(value)}</td></tr>`,
  )
  // `dir=auto`, because the note may be in another language than the mail.
  const quote = html`<p style="margin:0;color:${colors['ink-soft']}">${noteLabel}</p>
<blockquote dir="auto" style="margin:4px 0 16px;padding:12px 16px;background:${colors.paper};border-radius:12px">${note}</blockquote>`
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:${colors.paper};color:${colors.ink};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:${colors.card};border:1px solid ${colors.line};border-radius:16px">
<p style="margin:0 0 24px;font-weight:600">${partner}</p>
${paragraphs.map(paragraph)}${note !== undefined && quote}
${rows.length > 0 && html`<table style="margin:0 0 16px;border-collapse:collapse">${rows}</table>`}
<p style="margin:24px 0"><a href="${link}" target="_blank" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${brandColor};color:${colors['brand-ink']};text-decoration:none;font-weight:600">${button}</a></p>
${expiry !== '' && paragraph(expiry)}
<p style="margin:0;color:${colors['ink-soft']};font-size:13px">${translate(language, 'mail.link_fallback')}<br><bdi dir="ltr"><a href="${link}" target="_blank" style="color:${colors['ink-soft']};word-break:break-all">${link}</a></bdi></p>
</div>
<p style="max-width:480px;margin:16px auto 0;color:${colors['ink-soft']};font-size:13px">${footer}</p>
</body>
</html>
`
  return { subject, text: text.filter(Boolean).join('\n\n'), html: renderHtml(page) }
}

/** A time in the reader's time zone, followed by the name of the zone. */
export const formatMailTime = (at: Date, timeZone: string, language: Language): string => {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    timeZone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${format.format(at)} (${timeZone})`
}
