import { languages } from '@cashbox/contract'
import { commonRefusals } from './api-document.ts'
import { type Html, html, joined } from './html.ts'
import { refusalsTable } from './refusals-table.ts'

interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: Html
}

const sample = (label: string, text: string) =>
  html`<pre role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`

const envelope: Html = html`<p>A success has its result in <code>payload</code>:</p>
${sample('A success', '{ "payload": { … } }')}
<p>Anything else has a <code>message</code> for people, <code>errors</code> beside the fields they belong to,
a <code>code</code> for programs, and the <code>request_id</code> to give to support:</p>
${sample(
  'A refusal',
  `{
  "message": "The amount does not match this transaction.",
  "errors": { "amount": ["The amount does not match this transaction."] },
  "code": "amount_mismatch",
  "request_id": "0b9f7f0e-4f0f-4f6a-9d0e-2f1c5f3f7a11"
}`,
)}`

const languageCodes = joined(
  languages.map((language) => html`<code>${language}</code>`),
  ', ',
)

const errors: Html = html`<p>Any call can be refused like this. Branch on <code>code</code>, never on the words.
With status 429 the header <code>Retry-After</code> says how many seconds to wait. With 500 or 503 it is not certain
whether the call had an effect: ask again, and repeat a confirmation only with the same idempotency key.</p>
${refusalsTable('Refusals that any call can meet', commonRefusals)}
<p>With <code>invalid_fields</code> the reasons stand in <code>errors</code>, beside each field. A field’s reason can
be one of the call’s own refusals in words, or one of these:</p>
${refusalsTable('Reasons beside any field', ['required', 'invalid', 'too_long', 'unknown_field'])}
<p>An address that does not exist answers 404 with <code>not_found</code>.</p>`

/** What holds for every call. */
export const chaptersOf = (apiUrl: string): Chapter[] => [
  {
    id: 'base',
    title: 'Address',
    body: html`<p>Every path is below the base <code>/api</code>, here <code>${apiUrl}</code>. A GET takes its input in the
query, a POST as a JSON object with <code>Content-Type: application/json</code>. Fields that a call does not know are
refused.</p>`,
  },
  { id: 'envelope', title: 'Envelope', body: envelope },
  {
    id: 'language',
    title: 'Language',
    body: html`<p>The header <code>x-language</code> chooses the language of texts: ${languageCodes}. Without it, or with
another, texts are in English.</p>`,
  },
  {
    id: 'token',
    title: 'Bearer token',
    body: html`<p>Signing in answers with a <code>token</code>. Calls for agents carry it in the header
<code>Authorization: Bearer …</code>. It ends with the log-out, a new password, or its time.</p>`,
  },
  {
    id: 'amounts',
    title: 'Amounts',
    body: html`<p>Amounts are decimal strings, such as <code>"1250.50"</code>, and always come back with two decimals. A
number is taken too, with at most two decimals and below 10<sup>12</sup>. Coordinates are strings of plain decimals.</p>`,
  },
  {
    id: 'times',
    title: 'Times',
    body: html`<p>Times are whole seconds since 1 January 1970, UTC.</p>`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency keys',
    body: html`<p>A call that takes the header <code>Idempotency-Key</code> can be sent again without harm. Make one key for one
act, 1 to 255 visible characters, and keep it until there is an answer. The same key with the same input gets the
first answer again, marked with the header <code>Idempotency-Replayed: true</code>; with other input it is refused.</p>`,
  },
  { id: 'errors', title: 'Errors in common', body: errors },
]
