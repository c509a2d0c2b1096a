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

const envelope: Html = html`<p>A successful answer has its result in <code>payload</code>:</p>
${sample('A success', '{ "payload": { … } }')}
<p>Any other answer has a <code>message</code> for people, <code>errors</code> per field,
a <code>code</code> for programs, and a <code>request_id</code> to give to support:</p>
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

const errors: Html = html`<p>Any call can return these errors. Branch on <code>code</code>, never on the text.
With status 429 the header <code>Retry-After</code> says how many seconds to wait. After 500 or 503 the call may
or may not have had an effect: repeat a confirmation only with the same idempotency key.</p>
${refusalsTable('Errors that any call can return', commonRefusals)}
<p>With <code>invalid_fields</code>, <code>errors</code> has the reason for each field. It is one of the call’s own
errors, or one of these:</p>
${refusalsTable('Errors of any field', ['required', 'invalid', 'too_long', 'unknown_field'])}
<p>An unknown address returns 404 with <code>not_found</code>.</p>`

/** The chapters that apply to every call. */
export const chaptersOf = (apiUrl: string): Chapter[] => [
  {
    id: 'base',
    title: 'Base address',
    body: html`<p>All paths are relative to the base <code>/api</code>, here <code>${apiUrl}</code>. Send the input of a GET in
the query, and of a POST as a JSON object with <code>Content-Type: application/json</code>. Unknown fields are refused.</p>`,
  },
  { id: 'envelope', title: 'Answers', body: envelope },
  {
    id: 'language',
    title: 'Language',
    body: html`<p>The header <code>x-language</code> sets the language of texts: ${languageCodes}. Without it, or with any
other value, texts are in English.</p>`,
  },
  {
    id: 'token',
    title: 'Bearer token',
    body: html`<p>Logging in returns a <code>token</code>. Send it with all agent calls in the header
<code>Authorization: Bearer …</code>. It stops working after log-out, a password change, or when it expires.</p>`,
  },
  {
    id: 'amounts',
    title: 'Amounts',
    body: html`<p>Amounts are decimal strings, such as <code>"1250.50"</code>, always with two decimals in
answers. In requests, numbers are accepted too, with at most two decimals and below 10<sup>12</sup>. Coordinates are strings of plain decimals.</p>`,
  },
  {
    id: 'times',
    title: 'Times',
    body: html`<p>Times are whole seconds since 1 January 1970, UTC.</p>`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency keys',
    body: html`<p>A call that accepts the header <code>Idempotency-Key</code> can be repeated safely. Create one key per
confirmation (1 to 255 visible characters) and keep it until you have an answer. The same key with the same input returns
the first answer again, with the header <code>Idempotency-Replayed: true</code>. With different input it is refused.</p>`,
  },
  { id: 'errors', title: 'Common errors', body: errors },
]
