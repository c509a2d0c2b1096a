import type { FastifyPluginAsync } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { listView, messageView, missingView } from './mail-views.ts'
import type { MailInbox } from './start-mail-inbox.ts'

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

    app.get('/mail', async (_request, reply) => sendPage(reply, 200, listView(base, await inbox.list())))

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

    app.get<{ Querystring: { to?: string | string[] } }>('/mail.json', async (request) => {
      const wanted = [request.query.to ?? []].flat().map((address) => address.toLowerCase())
      const messages = await inbox.list()
      if (wanted.length === 0) return messages
      return messages.filter(({ to }) => to.some((address) => wanted.includes(address.toLowerCase())))
    })
  }
}
