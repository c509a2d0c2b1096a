import type { FastifyPluginAsync } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { listView, messageView, missingView } from './mail-views.ts'
import { type MailInbox, MOST_LETTERS } from './start-mail-inbox.ts'

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
