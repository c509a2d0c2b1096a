import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { headerBar, layout, linkTo, moment, rows, sendPage } from '../page/layout.ts'
import type { InboxMessage } from './mail-folder.ts'
import { MAX_MESSAGES, type MailInbox } from './start-mail-inbox.ts'

const refreshSeconds = 5

const listView = (base: string, messages: readonly InboxMessage[], older?: string): Html =>
  layout({
    base,
    title: 'Mail',
    head: html`<meta http-equiv="refresh" content="${refreshSeconds}">`,
    body: html`${headerBar('Mail', linkTo(`${base}/mail`, 'Reload'))}
      ${rows(messages, (message) => listRow(base, message), [
        'No mail yet',
        'E-mails sent by Cashbox appear here. Nothing leaves this machine.',
      ])}
      ${older !== undefined && linkTo(`${base}/mail?before=${older}`, 'Older mail')}
      <p class="hint">Refreshes every ${refreshSeconds} seconds.</p>`,
  })

const listRow = (base: string, message: InboxMessage): Html => html`<li>
    <a href="${base}/mail/${message.id}" dir="auto">${subjectOf(message)}</a>
    <span class="hint">To <bdi>${message.to.join(', ')}</bdi></span>
    <span class="hint">From <bdi>${message.from}</bdi></span>
    ${moment(message.received_at)}
  </li>`

// A parser drops the first newline inside <pre>, so one is spent on it.
const messageView = (base: string, message: InboxMessage): Html =>
  layout({
    base,
    title: subjectOf(message),
    body: html`${linkTo(`${base}/mail`, 'All mail')}
      <h1 dir="auto">${subjectOf(message)}</h1>
      <dl>
        <dt>From</dt><dd><bdi>${message.from}</bdi></dd>
        <dt>To</dt><dd><bdi>${message.to.join(', ')}</bdi></dd>
        <dt>Received</dt><dd>${moment(message.received_at)}</dd>
      </dl>
      ${
        message.links.length > 0 &&
        html`<h2>Links</h2>
      <ul class="rows">${message.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>`
      }
      ${
        message.html !== null &&
        html`<h2>HTML</h2>
      <iframe title="HTML part of the message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${base}/mail/${message.id}/html"></iframe>`
      }
      ${
        message.text !== '' &&
        html`<h2>Text</h2>
      <pre class="box" dir="auto">
${message.text}</pre>`
      }`,
  })

const missingView = (base: string): Html =>
  layout({
    base,
    title: 'Message not found',
    body: html`${linkTo(`${base}/mail`, 'All mail')}
      <h1>Message not found</h1>
      <p>It may have been deleted from the mail folder.</p>`,
  })

const subjectOf = (message: InboxMessage): string => message.subject || '(no subject)'

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
      const filter = { ...pageOf(query), to: [query.to ?? []].flat() }
      const messages = await inbox.list(filter)
      const last = messages.at(-1)
      if (last && messages.length === filter.limit) {
        const next = new URLSearchParams({ limit: String(filter.limit), before: last.id })
        for (const address of filter.to) next.append('to', address)
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
    limit: Number.isInteger(size) && size > 0 ? Math.min(size, MAX_MESSAGES) : PAGE,
    ...(before === undefined ? {} : { before }),
  }
}
