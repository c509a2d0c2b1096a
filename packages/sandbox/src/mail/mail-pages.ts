import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { layout, sendPage } from '../page/layout.ts'
import type { InboxMessage } from './mail-folder.ts'
import { type MailInbox, MOST_LETTERS } from './start-mail-inbox.ts'

const refreshSeconds = 5

function listView(base: string, messages: readonly InboxMessage[], older?: string): Html {
  const rows = html`<ul class="rows">
    ${messages.map((message) => listRow(base, message))}
  </ul>`
  const empty = html`<div class="empty">
    <h2>No mail yet</h2>
    <p>E-mails sent by Cashbox appear here. Nothing leaves this machine.</p>
  </div>`
  return layout({
    base,
    title: 'Mail',
    head: html`<meta http-equiv="refresh" content="${refreshSeconds}">`,
    body: html`<header class="bar">
        <h1>Mail</h1>
        <a class="button" href="${base}/mail">Reload</a>
      </header>
      ${messages.length > 0 ? rows : empty}
      ${older !== undefined && html`<p><a class="button" href="${base}/mail?before=${older}">Older mail</a></p>`}
      <p class="hint">Refreshes every ${refreshSeconds} seconds.</p>`,
  })
}

function listRow(base: string, message: InboxMessage): Html {
  return html`<li>
    <a class="row" href="${base}/mail/${message.id}">
      <strong class="subject" dir="auto">${subjectOf(message)}</strong>
      <span class="who">To <bdi>${message.to.join(', ')}</bdi></span>
      <span class="who">From <bdi>${message.from}</bdi></span>
      ${when(message)}
    </a>
  </li>`
}

function messageView(base: string, message: InboxMessage): Html {
  return layout({
    base,
    title: subjectOf(message),
    body: html`<nav><a class="button" href="${base}/mail">All mail</a></nav>
      <h1 dir="auto">${subjectOf(message)}</h1>
      <dl class="headers">
        <div><dt>From</dt><dd><bdi>${message.from}</bdi></dd></div>
        <div><dt>To</dt><dd><bdi>${message.to.join(', ')}</bdi></dd></div>
        <div><dt>Received</dt><dd>${when(message)}</dd></div>
      </dl>
      ${message.links.length > 0 && linksSection(message.links)}
      ${message.html !== null && htmlSection(`${base}/mail/${message.id}/html`)}
      ${message.text !== '' && textSection(message.text)}`,
  })
}

function linksSection(links: readonly string[]): Html {
  return html`<section>
    <h2>Links</h2>
    <ul class="links">
      ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
    </ul>
  </section>`
}

function htmlSection(source: string): Html {
  return html`<section>
    <h2>HTML</h2>
    <iframe title="HTML part of the message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${source}"></iframe>
  </section>`
}

// A parser drops the first newline inside <pre>, so one is spent on it.
function textSection(text: string): Html {
  return html`<section>
    <h2>Text</h2>
    <pre dir="auto">
${text}</pre>
  </section>`
}

function missingView(base: string): Html {
  return layout({
    base,
    title: 'Message not found',
    body: html`<nav><a class="button" href="${base}/mail">All mail</a></nav>
      <div class="empty">
        <h1>Message not found</h1>
        <p>It may have been deleted from the mail folder.</p>
      </div>`,
  })
}

function subjectOf(message: InboxMessage): string {
  return message.subject || '(no subject)'
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

// Without script the reader's time zone is unknown, so the page names the one it uses.
function when({ received_at }: InboxMessage): Html {
  const date = new Date(received_at * 1000)
  return html`<time datetime="${date.toISOString()}">${dateFormat.format(date).replace(',', '')} UTC</time>`
}

// The HTML part is a stranger's document: it may look like something, but not run, load or submit anything.
const foreignHtmlPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ')

/** The inbox as pages and as JSON, under the prefix that the plugin is registered at. */
export function mailPages(inbox: MailInbox): FastifyPluginAsync {
  return async (app) => {
    const base = app.prefix

    app.get<{ Querystring: Asked }>('/mail', async ({ query }, reply) => {
      const page = pageOf(query)
      const messages = await inbox.list(page)
      const older = messages.length === page.limit ? messages.at(-1)?.id : undefined
      return sendPage(reply, 200, listView(base, messages, older))
    })

    app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
      const message = await inbox.read(request.params.id)
      if (!message) return sendPage(reply, 404, missingView(base))
      return sendPage(reply, 200, messageView(base, message))
    })

    app.get<{ Params: { id: string } }>('/mail/:id/html', async (request, reply) => {
      const message = await inbox.read(request.params.id)
      if (!message?.html) return sendPage(reply, 404, missingView(base))
      return reply
        .header('content-security-policy', foreignHtmlPolicy)
        .header('x-content-type-options', 'nosniff')
        .type('text/html; charset=utf-8')
        .send(message.html)
    })

    app.get<{ Querystring: Asked }>('/mail.json', async ({ query }, reply) => {
      const wish = { ...pageOf(query), to: [query.to ?? []].flat() }
      const messages = await inbox.list(wish)
      const last = messages.at(-1)
      if (last && messages.length === wish.limit) {
        const next = new URLSearchParams({ limit: String(wish.limit), before: last.id })
        for (const address of wish.to) next.append('to', address)
        void reply.header('link', `<${base}/mail.json?${next.toString()}>; rel="next"`)
      }
      return messages
    })
  }
}

type Asked = { to?: string | string[]; before?: string; limit?: string }

const PAGE = 50

function pageOf({ before, limit }: Asked) {
  const size = Number(limit ?? PAGE)
  return {
    limit: Number.isInteger(size) && size > 0 ? Math.min(size, MOST_LETTERS) : PAGE,
    ...(before === undefined ? {} : { before }),
  }
}
