import { readFile } from 'node:fs/promises'
import { type Html, html, renderHtml } from '@cashbox/contract/html'
import { paletteCss } from '@cashbox/contract/palette'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'

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
  const css = paletteCss + (await readFile(new URL('./sandbox.css', import.meta.url), 'utf8'))
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
}

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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface SandboxAccount {
  readonly email: string
  readonly password: string
  readonly what: string
}

export interface SandboxAddress {
  readonly path: string
  readonly what: string
}

interface Home {
  readonly addresses: readonly SandboxAddress[]
  /** The accounts to log in with, by group. */
  readonly accounts: Readonly<Record<string, readonly SandboxAccount[]>>
}

const accountList = (who: string, accounts: readonly SandboxAccount[]) => html`<section>
        <h2>${who}</h2>
        <ul class="rows">
          ${accounts.map(
            ({ email, password, what }) => html`<li class="row">
              <strong>${email}</strong><span>${what}</span><code>${password}</code></li>`,
          )}
        </ul>
      </section>`

/** The first page of the sandbox: its pages and accounts. */
export const homePage =
  ({ addresses, accounts }: Home): FastifyPluginAsync =>
  async (app) => {
    app.get('/', (_request, reply) =>
      sendPage(
        reply,
        200,
        layout({
          base: app.prefix,
          title: 'Start',
          body: html`<h1>Cashbox sandbox</h1>
      <p>Everything runs on this machine. No real money is used.</p>
      <section>
        <h2>Pages</h2>
        <ul class="rows">
          ${addresses.map(
            ({ path, what }) =>
              html`<li><a class="row" href="${path}"><strong>${path}</strong><span>${what}</span></a></li>`,
          )}
        </ul>
      </section>
      ${Object.entries(accounts).map(([who, list]) => accountList(who, list))}`,
        }),
      ),
    )
  }
