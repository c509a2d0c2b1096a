import { directionOf, type Language } from '@cashbox/contract'
import { palette } from '@cashbox/contract/palette'
import { translate } from '../texts.ts'
import type { Mail } from './mail.ts'

const colors = palette.light

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** One mail in the reader's language, as text and as HTML that loads nothing from outside. */
export function renderMail(mail: Mail, partner: string, brandColor: string) {
  const { language, template, values, name, link, linkHours, details, note } = mail
  const part = (key: string) => translate(language, `mail.${template}.${key}`, { partner, ...values })
  const words = {
    subject: part('subject'),
    button: part('button'),
    paragraphs: [
      name === null ? translate(language, 'mail.greeting_plain') : translate(language, 'mail.greeting', { name }),
      part('body'),
    ],
    note: note === undefined ? null : { label: translate(language, 'mail.note'), text: note },
    expiry: linkHours === null ? null : translate(language, 'mail.link_expiry', { hours: linkHours }),
    fallback: translate(language, 'mail.link_fallback'),
    footer: translate(language, 'mail.footer', { partner }),
  }
  return {
    subject: words.subject,
    text: [
      ...words.paragraphs,
      ...(words.note ? [`${words.note.label}:\n${words.note.text}`] : []),
      ...details.map(({ label, values }) => `${label}:${values.length > 1 ? '\n' : ' '}${values.join('\n')}`),
      `${words.button}:\n${link}`,
      ...(words.expiry ? [words.expiry] : []),
      `--\n${words.footer}`,
    ].join('\n\n'),
    html: renderHtml(words, details, link, {
      partner,
      brandColor,
      direction: directionOf(language),
      language,
    }),
  }
}

interface Words {
  subject: string
  button: string
  paragraphs: string[]
  note: { label: string; text: string } | null
  expiry: string | null
  fallback: string
  footer: string
}

interface Frame {
  partner: string
  brandColor: string
  direction: 'ltr' | 'rtl'
  language: string
}

/** `dir=auto`, because the note may be in another language than the mail. */
const quote = ({ label, text }: { label: string; text: string }) =>
  `<p style="margin:0;color:${colors['ink-soft']}">${escapeHtml(label)}</p>
<blockquote dir="auto" style="margin:4px 0 16px;padding:12px 16px;background:${colors.paper};border-radius:12px">${escapeHtml(text)}</blockquote>`

function renderHtml(words: Words, details: Mail['details'], link: string, frame: Frame): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const value = (text: string) =>
    `<bdi dir="ltr" style="font-family:monospace;font-size:16px">${escapeHtml(text)}</bdi>`
  const row = ({ label, values }: Mail['details'][number]) =>
    `<tr><td style="padding:4px 0;color:${colors['ink-soft']};vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 16px">${values.map(value).join('<br>')}</td></tr>`
  const note = (words.note && quote(words.note)) ?? ''
  const href = escapeHtml(link)
  return `<!doctype html>
<html lang="${frame.language}" dir="${frame.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px;background:${colors.paper};color:${colors.ink};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:${colors.card};border:1px solid ${colors.line};border-radius:16px">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(frame.partner)}</p>
${words.paragraphs.map(paragraph).join('\n')}
${note}
${details.length > 0 ? `<table style="margin:0 0 16px;border-collapse:collapse">${details.map(row).join('')}</table>` : ''}
<p style="margin:24px 0"><a href="${href}" target="_blank" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${escapeHtml(frame.brandColor)};color:${colors['brand-ink']};text-decoration:none;font-weight:600">${escapeHtml(words.button)}</a></p>
${words.expiry ? paragraph(words.expiry) : ''}
<p style="margin:0;color:${colors['ink-soft']};font-size:13px">${escapeHtml(words.fallback)}<br><bdi dir="ltr"><a href="${href}" target="_blank" style="color:${colors['ink-soft']};word-break:break-all">${href}</a></bdi></p>
</div>
<p style="max-width:480px;margin:16px auto 0;color:${colors['ink-soft']};font-size:13px">${escapeHtml(words.footer)}</p>
</body>
</html>
`
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
