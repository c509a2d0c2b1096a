import type { FilePage } from '@cashbox/partner'
import { type Html, html } from '../page/html.ts'
import type { Answer } from './partner-client.ts'

/** The daily files that the player service got, to download and verify. */
export const filesView = (path: string, answer: Answer<FilePage>): Html =>
  html`<section class="files" id="files" data-watch>
    <h2>Daily files</h2>
    ${answer.ok ? list(path, answer.payload) : html`<p class="notice bad" role="alert">Could not load daily files: ${answer.refusal.message}</p>`}
  </section>`

const list = (path: string, { list: files, public_key }: FilePage): Html =>
  files.length === 0
    ? html`<div class="empty"><h2>No daily files yet</h2><p>Move time forward by a day to get one.</p></div>`
    : html`<p class="hint">Signed with the key <code dir="ltr">${public_key ?? ''}</code></p>
      <ul class="rows">${files.map(
        ({ day, lines }) =>
          html`<li><a href="${path}/files/${day}.jsonl" download dir="ltr">${day}.jsonl</a> <span class="hint">${lines === 1 ? '1 line' : `${lines} lines`}</span></li>`,
      )}</ul>`
