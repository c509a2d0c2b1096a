import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, formatMinor, type Language, languages } from '@cashbox/contract'
import { type Html, html, renderHtml } from '@cashbox/contract/html'
import { paletteCss } from '@cashbox/contract/palette'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { asRefusal, renderRefusal } from '../../platform/http/answer.ts'
import { addressOfCaller, languageAccepted, noteRefusal } from '../../platform/http/read-headers.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { translate } from '../../platform/texts.ts'
import { type FoundReceipt, findReceipt, groupReceiptCode, readReceiptCode } from './receipt.ts'

interface PageContext {
  readonly language: Language
  readonly network: string
  readonly path: string
}

type Tone = 'good' | 'bad' | 'plain'

const CSP = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const marks: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', plain: '' }

/** Public pages on which anyone can check a receipt. They need no session and no script, and show no personal data. */
export function receiptPages(services: Services): FastifyPluginAsync {
  const css = paletteCss + readFileSync(join(import.meta.dirname, 'receipt.css'), 'utf8')
  return async (http) => {
    http.get('/r/receipt.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(css),
    )
    http.get('/r', async (request, reply) => {
      const { code } = request.query as { code?: unknown }
      // The form posts here; redirect to the address that is printed on the receipt.
      if (typeof code === 'string' && code.trim() !== '') {
        return reply.redirect(`/r/${encodeURIComponent(code.trim().slice(0, 40))}?lang=${languageOf(request)}`, 303)
      }
      return send(reply, 200, renderForm(await readContext(services.db, request, '/r')))
    })
    http.get('/r/:code', async (request, reply) => {
      const { code } = request.params as { code: string }
      try {
        const receipt = await checkCode(services, code, addressOfCaller(request))
        const context = await readContext(services.db, request, `/r/${encodeURIComponent(code)}`)
        if (receipt) return await send(reply, 200, renderFound(context, receipt))
        return await send(reply, 404, renderUnknown(context, code))
      } catch (error) {
        return refuse(error, request, reply)
      }
    })
  }
}

/** Only wrong codes count towards the limit, because many guests may share an address. */
async function checkCode({ db, limits }: Services, typed: string, ip: string): Promise<FoundReceipt | null> {
  await limits.spend('receipt-address', ip)
  const code = readReceiptCode(typed)
  const receipt = code === null ? null : await findReceipt(db, code)
  if (receipt) await limits.giveBack('receipt-address', ip)
  return receipt
}

const readContext = async (db: Database, request: FastifyRequest, path: string): Promise<PageContext> => ({
  language: languageOf(request),
  network: (await readSettings(db)).partner_name,
  path,
})

/** The language chosen on the page, else the browser's. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown }
  return languages.find((language) => language === lang) ?? languageAccepted(request)
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = asRefusal(error as Parameters<typeof asRefusal>[0])
  if (failure.reason.code === 'internal') throw error
  noteRefusal(request, failure.reason.code)
  const language = languageOf(request)
  const { status, headers, body } = renderRefusal(failure, language, request.id)
  return send(reply.headers(headers), status, renderFailed(language, body.message))
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', CSP)
    .header('x-robots-tag', 'noindex, nofollow')
    .header('vary', 'accept-language')
    .send(page)

function renderFound(context: PageContext, receipt: FoundReceipt): string {
  const { language, network } = context
  const t = wordsOf(language)
  const time = (at: Date) => showTime(at, receipt.timezone, language)
  const { tone, title, text } = verdictOf(receipt, network, t)
  return page(context, tone, title, [
    html`<p>${text}</p>`,
    html`<dl>
${fact(t(receipt.type), html`<strong dir="ltr">${groupDigits(formatMinor(receipt.amount))} ${receipt.currency_code}</strong>`)}
${fact(t('finished_at'), time(receipt.finished_at))}
${receipt.reversed_at !== null && fact(t('reversed_at'), time(receipt.reversed_at))}
${fact(t('point'), pointOf(receipt, language))}
${fact(t('transaction_id'), html`<code dir="ltr">${receipt.transaction_id.slice(-4)}</code>`)}
${fact(t('code'), html`<code dir="ltr">${groupReceiptCode(receipt.code)}</code>`)}
</dl>`,
  ])
}

/** A demo confirms anything, so it must never look like a payment. */
function verdictOf({ is_demo, reversed_at }: FoundReceipt, network: string, t: ReturnType<typeof wordsOf>) {
  if (is_demo) return { tone: 'bad', title: t('demo'), text: t('demo_text') } as const
  if (reversed_at !== null) return { tone: 'bad', title: t('reversed'), text: t('reversed_text') } as const
  return { tone: 'good', title: t('genuine'), text: t('genuine_text', { network }) } as const
}

function renderUnknown(context: PageContext, typed: string): string {
  const t = wordsOf(context.language)
  return page(context, 'bad', t('unknown'), [
    html`<p>${t('unknown_text', { network: context.network })}</p>`,
    form(context.language, typed),
  ])
}

function renderForm(context: PageContext): string {
  const t = wordsOf(context.language)
  return page(context, 'plain', t('check_title'), [html`<p>${t('check_text')}</p>`, form(context.language, '')])
}

/** Without the network's name, because the database may be unavailable. */
const renderFailed = (language: Language, message: string): string =>
  page({ language, network: '', path: '/r' }, 'plain', wordsOf(language)('failed'), [html`<p>${message}</p>`])

const wordsOf = (language: Language) => (key: string, values?: Record<string, string>) =>
  translate(language, `receipt.${key}`, values)

const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const form = (language: Language, typed: string): Html => {
  const t = wordsOf(language)
  return html`<form action="/r" method="get">
<label for="code">${t('code')}</label>
<input id="code" name="code" dir="ltr" value="${typed}" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX-XXXX-XXXX">
<input type="hidden" name="lang" value="${language}">
<button>${t('check')}</button>
</form>`
}

/** The number of the point and its city: what is written over its door, and not who runs it. */
function pointOf({ cash_id, city, country_code }: FoundReceipt, language: Language): Html {
  const country = country_code && new Intl.DisplayNames([language], { type: 'region' }).of(country_code)
  const place = [city, country].filter(Boolean).join(', ')
  return html`<bdi>${String(cash_id)}</bdi>${place !== '' && html`, <bdi>${place}</bdi>`}`
}

const groupDigits = (amount: string) => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',')

function showTime(at: Date, timeZone: string, language: Language): Html {
  const text = new Intl.DateTimeFormat(`${language === 'en' ? 'en-US' : language}-u-nu-latn-ca-gregory`, {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
  return html`<time datetime="${at.toISOString()}">${text}</time> <span class="quiet" dir="ltr">${timeZone.replaceAll('_', ' ')}</span>`
}

/** Each language is named in itself, so that its speakers can find it. */
const nameOf = (language: Language) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

function page(
  { language, network, path }: PageContext,
  tone: Tone,
  title: string,
  body: readonly (Html | false)[],
): string {
  const t = wordsOf(language)
  return renderHtml(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}${network !== '' && ` · ${network}`}</title>
<link rel="stylesheet" href="/r/receipt.css">
</head>
<body>
<main class="${tone}">
<p class="network">${network}</p>
${tone !== 'plain' && html`<p class="mark" aria-hidden="true">${marks[tone]}</p>`}
<h1>${title}</h1>
${body}
</main>
<nav aria-label="${t('languages')}">${languages.map((one) =>
    one === language
      ? html`<span aria-current="true" lang="${one}">${nameOf(one)}</span> `
      : html`<a href="${path}?lang=${one}" lang="${one}" hreflang="${one}" rel="nofollow">${nameOf(one)}</a> `,
  )}</nav>
</body>
</html>
`)
}
