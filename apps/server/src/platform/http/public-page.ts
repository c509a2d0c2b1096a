import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, type Language, languages } from '@cashbox/contract'
import { type Html, html, renderHtml } from '@cashbox/contract/html'
import { paletteCss } from '@cashbox/contract/palette'
import type { Database } from '@cashbox/postgres/database'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { readSettings } from '../settings.ts'
import { translate } from '../texts.ts'
import { asRefusal, renderRefusal } from './answer.ts'
import { languageAccepted, noteRefusal } from './read-headers.ts'

export interface PageContext {
  readonly language: Language
  readonly network: string
  readonly path: string
}

interface PageContent {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly title: string
  readonly body: readonly (Html | false)[]
  readonly script?: string
  /** False where opening the page in another language would lose what it shows. */
  readonly hasLanguages?: boolean
}

const CSS = '/public-page.css'
const CSP = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const marks: Readonly<Record<PageContent['tone'], string>> = { good: '✓', bad: '✕', plain: '' }

/** The style sheet of pages that need no session. */
export const publicStyles: FastifyPluginAsync = async (http) => {
  const css = paletteCss + readFileSync(join(import.meta.dirname, 'public-page.css'), 'utf8')
  http.get(CSS, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(css),
  )
}

export const readPageContext = async (db: Database, request: FastifyRequest, path: string): Promise<PageContext> => ({
  language: languageOfPage(request),
  network: (await readSettings(db)).partner_name,
  path,
})

/** The language chosen on the page, else the browser's. */
export function languageOfPage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown }
  return languages.find((language) => language === lang) ?? languageAccepted(request)
}

/** Without the network's name, because the database may be unavailable. */
export function refusePage(error: unknown, request: FastifyRequest, reply: FastifyReply, path: string, title: string) {
  const failure = asRefusal(error as Parameters<typeof asRefusal>[0])
  if (failure.reason.code === 'internal') throw error
  noteRefusal(request, failure.reason.code)
  const language = languageOfPage(request)
  const { status, headers, body } = renderRefusal(failure, language, request.id)
  const context = { language, network: '', path }
  const content = { tone: 'plain', title: translate(language, title), body: [html`<p>${body.message}</p>`] } as const
  return sendPage(reply.headers(headers), status, context, content)
}

export const sendPage = (reply: FastifyReply, status: number, context: PageContext, content: PageContent) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', content.script === undefined ? CSP : `${CSP}; script-src 'self'`)
    .header('x-robots-tag', 'noindex, nofollow')
    .header('vary', 'accept-language')
    .send(renderPage(context, content))

/** Each language is named in itself, so that its speakers can find it. */
const nameOf = (language: Language) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

export const pageFact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function renderPage(
  { language, network, path }: PageContext,
  { tone, title, body, script, hasLanguages = true }: PageContent,
): string {
  return renderHtml(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}${network !== '' && ` · ${network}`}</title>
<link rel="stylesheet" href="${CSS}">
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<main class="${tone}">
<p class="network">${network}</p>
${tone !== 'plain' && html`<p class="mark" aria-hidden="true">${marks[tone]}</p>`}
<h1>${title}</h1>
${body}
</main>
${
  hasLanguages &&
  html`<nav aria-label="${translate(language, 'public_page.languages')}">${languages.map((one) =>
    one === language
      ? html`<span aria-current="true" lang="${one}">${nameOf(one)}</span> `
      : html`<a href="${path}?lang=${one}" lang="${one}" hreflang="${one}" rel="nofollow">${nameOf(one)}</a> `,
  )}</nav>`
}
</body>
</html>
`)
}
