import { type Html, html } from '@cashbox/contract/html'
import type { FilePage } from '@cashbox/partner'
import { encode } from 'uqr'
import { alertBox, rows } from '../page/layout.ts'
import type { Answer, PartnerAccount, WebhookSetting } from './partner-account.ts'

/** What Cashbox answered, or why there is nothing to show. */
export const answered = <Payload>(answer: Answer<Payload>, what: string, view: (payload: Payload) => Html): Html =>
  answer.ok ? view(answer.payload) : alertBox(`Could not load ${what}: ${answer.refusal.message}`)

/** Made for this sandbox, so they may be shown and used in a program of your own. */
export const secretsView = (
  path: string,
  key: Awaited<ReturnType<PartnerAccount['key']>>,
  setting: WebhookSetting,
): Html =>
  html`<details${setting.isElsewhere && html` open`}>
    <summary>Key and secrets for your own program</summary>
    <dl>
      <dt>CASHBOX_KEY</dt><dd><code dir="ltr">${key.id}</code></dd>
      <dt>CASHBOX_KEY_SECRET</dt><dd><code dir="ltr">${key.secret}</code></dd>
      <dt>CASHBOX_WEBHOOK_SECRET</dt><dd><code dir="ltr">${setting.secret}</code></dd>
    </dl>
    <form class="bar" method="post" action="${path}/webhook-address">
      <label for="url">Send webhooks to your program</label>
      <input id="url" name="url" type="url" dir="ltr" required placeholder="http://localhost:3000/"
        value="${setting.isElsewhere && setting.url}">
      <button>Send webhooks there</button>
    </form>
    ${setting.isElsewhere && html`<form class="bar" method="post" action="${path}/webhook-address"><button>Send webhooks to this page again</button></form>`}
    <form class="bar" method="post" action="${path}/rate-limit"><button>Use up the calls of this minute</button></form>
  </details>`

/** How far time can be moved at once. */
const LONGEST_S = 366 * 24 * 60 * 60

const steps = {
  '10 minutes': 10 * 60,
  '1 hour': 60 * 60,
  '6 hours': 6 * 60 * 60,
  '1 day': 24 * 60 * 60,
  '7 days': 7 * 24 * 60 * 60,
}

export const timeView = (path: string): Html =>
  html`<form class="bar" method="post" action="${path}/time" aria-label="Move time forward">
    <span class="hint">Move expiries, retries, and the ends of days and statement periods forward by</span>
    ${Object.entries(steps).map(([label, seconds]) => html`<button name="seconds" value="${seconds}">${label}</button>`)}
  </form>`

/** Whole seconds above zero; null for anything else. */
export function readSeconds(given: unknown): number | null {
  const seconds = Number(given)
  return Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_S ? seconds : null
}

/** The daily files that the player service got, to download and verify. */
export const filesView = (path: string, answer: Answer<FilePage>): Html =>
  html`<section id="files" data-watch>
    <h2>Daily files</h2>
    ${answered(
      answer,
      'daily files',
      ({
        list,
        public_key,
      }) => html`${list.length > 0 && html`<p class="hint">Signed with the key <code dir="ltr">${public_key}</code></p>`}
      ${rows(
        list,
        ({ day, lines }) =>
          html`<li><a href="${path}/files/${day}.jsonl" download dir="ltr">${day}.jsonl</a> <span class="hint">${lines === 1 ? '1 line' : `${lines} lines`}</span></li>`,
        ['No daily files yet', 'Move time forward by a day to get one.'],
      )}`,
    )}
  </section>`

// The quiet zone that the QR standard asks for, in modules.
const QUIET_ZONE = 4

/** Dark on white in both themes: many scanners refuse inverted codes. */
export function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" aria-label="QR code of ${text}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="${size}" height="${size}" fill="#ffffff"/><path d="${dark.join('')}" fill="#14202b"/>
  </svg>`
}
