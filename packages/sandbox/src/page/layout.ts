import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Html, html, renderHtml } from './html.ts'

interface Layout {
  readonly base: string
  readonly title: string
  readonly head?: Html
  readonly body: Html
}

/** The frame of every sandbox page. */
export function layout({ base, title, head, body }: Layout): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${head}
    <title>${title} · Cashbox sandbox</title>
    <link rel="stylesheet" href="${base}/sandbox.css">
  </head>
  <body>
    <main>
      ${body}
    </main>
  </body>
</html>
`
}

export const sendPage = (reply: FastifyReply, status: number, page: Html): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(renderHtml(page))

/** The stylesheet that the pages share. */
export const stylesheet: FastifyPluginAsync = async (app) => {
  const css = await readFile(new URL('./sandbox.css', import.meta.url), 'utf8')
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
}
