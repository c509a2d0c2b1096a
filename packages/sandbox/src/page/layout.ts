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

interface WatchedLayout extends Layout {
  /** Where the script is, and the lists. */
  readonly path: string
  /** Where the lists are read again, unless it is the path. */
  readonly watched?: string
  readonly everySeconds: number
  readonly links: Html
}

/** A page whose lists, marked with `data-watch`, are read again every few seconds. */
export const watchedLayout = ({ path, watched = path, everySeconds, links, body, ...page }: WatchedLayout): Html =>
  layout({
    ...page,
    head: html`<script type="module" src="${path}/watch.js"></script>`,
    body: html`<div data-watched="${watched}" data-every-seconds="${everySeconds}">
        ${headerBar(page.title, html`${linkTo(page.base, 'Sandbox')}${links}${linkTo(path, 'Reload')}`)}
        ${body}
      </div>`,
  })

export const headerBar = (title: string, links?: Html): Html =>
  html`<header class="bar"><h1>${title}</h1>${links}</header>`

export const linkTo = (address: string, label: string): Html => html`<a class="button" href="${address}">${label}</a>`

export const sendPage = (reply: FastifyReply, status: number, page: Html): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(renderHtml(page))

export const stylesheet: FastifyPluginAsync = async (app) => {
  const css = paletteCss + (await readFile(new URL('./sandbox.css', import.meta.url), 'utf8'))
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
}

export const badge = (text: string | number, tone: 'good' | 'waiting' | 'bad' | '' = ''): Html =>
  html`<span class="badge ${tone}">${text}</span>`

/** A list, or a box that says why it is empty. */
export const rows = <Item>(
  items: readonly Item[],
  row: (item: Item) => Html,
  [title, text]: readonly [title: string, text: string],
): Html =>
  items.length === 0
    ? html`<div class="box"><strong>${title}</strong>${text}</div>`
    : html`<ul class="rows">${items.map(row)}</ul>`

export const alertBox = (text: string): Html => html`<p class="box bad" role="alert">${text}</p>`

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

// Without script the reader's time zone is unknown, so the page names the one it uses.
export function moment(seconds: number): Html {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`
}

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
  readonly accounts: Readonly<Record<string, readonly SandboxAccount[]>>
}

export const homePage =
  ({ addresses, accounts }: Home): FastifyPluginAsync =>
  async (app) => {
    const body = html`<h1>Cashbox sandbox</h1>
      <p>Everything runs on this machine. No real money is used.</p>
      <h2>Pages</h2>
      <ul class="rows">
        ${addresses.map(({ path, what }) => html`<li><a href="${path}">${path}</a>${what}</li>`)}
      </ul>
      ${Object.entries(accounts).map(
        ([who, list]) => html`<h2>${who}</h2>
      <ul class="rows">
        ${list.map(({ email, password, what }) => html`<li><strong>${email}</strong>${what}<code>${password}</code></li>`)}
      </ul>`,
      )}`
    app.get('/', (_request, reply) => sendPage(reply, 200, layout({ base: app.prefix, title: 'Start', body })))
  }
