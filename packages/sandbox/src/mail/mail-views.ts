import type { Html } from '../page/html.ts'
import { html } from '../page/html.ts'
import { layout } from '../page/layout.ts'
import type { InboxMessage } from './inbox-message.ts'

const refreshSeconds = 5

export function listView(base: string, messages: readonly InboxMessage[], older?: string): Html {
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

export function messageView(base: string, message: InboxMessage): Html {
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

export function missingView(base: string): Html {
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
