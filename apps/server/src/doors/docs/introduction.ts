import { languages, type RefusalCode } from '@cashbox/contract'
import { type Html, html, joined } from '../../platform/html.ts'
import { codeBlock, inEachLanguage } from './code-block.ts'
import { operatorClients } from './operator-clients.ts'
import { partnerClients } from './partner-clients.ts'
import { refusalsTable } from './refusals-table.ts'

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: Html
}

const envelope: Html = html`<p>A successful answer has its result in <code>payload</code>:</p>
${codeBlock('A success', '{ "payload": { … } }')}
<p>Any other answer has a <code>message</code> for people, <code>errors</code> per field,
a <code>code</code> for programs, and a <code>request_id</code> to give to support:</p>
${codeBlock(
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

const errorsOf = (common: readonly RefusalCode[], afterFault: string): Html => html`<p>Any call can return these errors.
Branch on <code>code</code>, never on the text. With status 429 the header <code>Retry-After</code> says how many seconds to
wait. After 500 or 503 the call may or may not have had an effect: ${afterFault}.</p>
${refusalsTable('Errors that any call can return', common)}
<p>With <code>invalid_fields</code>, <code>errors</code> has the reason for each field. It is one of the call’s own
errors, or one of these:</p>
${refusalsTable('Errors of any field', ['required', 'invalid', 'too_long', 'unknown_field'])}
<p>An unknown address returns 404 with <code>not_found</code>.</p>`

const answers: Chapter = { id: 'envelope', title: 'Answers', body: envelope }
const language: Chapter = {
  id: 'language',
  title: 'Language',
  body: html`<p>The header <code>x-language</code> sets the language of texts: ${languageCodes}. Without it, or with any
other value, texts are in English.</p>`,
}
const amounts: Chapter = {
  id: 'amounts',
  title: 'Amounts',
  body: html`<p>Amounts are decimal strings, such as <code>"1250.50"</code>, always with two decimals in
answers. In requests, numbers are accepted too, with at most two decimals and below 10<sup>12</sup>.</p>`,
}
const times: Chapter = {
  id: 'times',
  title: 'Times',
  body: html`<p>Times are whole seconds since 1 January 1970, UTC.</p>`,
}
const baseOf = (path: string, url: string): Chapter => ({
  id: 'base',
  title: 'Base address',
  body: html`<p>All paths are relative to the base <code>${path}</code>, here <code>${url}</code>. Send the input of a GET in
the query, and of a POST as a JSON object with <code>Content-Type: application/json</code>. Unknown fields are refused.</p>`,
})

/** The chapters that apply to every call of the agent API. */
export const agentChapters = (url: string, common: readonly RefusalCode[]): Chapter[] => [
  baseOf('/api', url),
  answers,
  language,
  {
    id: 'token',
    title: 'Bearer token',
    body: html`<p>Logging in returns a <code>token</code>. Send it with all agent calls in the header
<code>Authorization: Bearer …</code>. It stops working after log-out, a password change, or when it expires.</p>`,
  },
  { ...amounts, body: html`${amounts.body}<p>Coordinates are strings of plain decimals.</p>` },
  times,
  {
    id: 'idempotency',
    title: 'Idempotency keys',
    body: html`<p>A call that accepts the header <code>Idempotency-Key</code> can be repeated safely. Create one key per
confirmation (1 to 255 visible characters) and keep it until you have an answer. The same key with the same input returns
the first answer again, with the header <code>Idempotency-Replayed: true</code>. With different input it is refused.</p>`,
  },
  {
    id: 'errors',
    title: 'Common errors',
    body: errorsOf(common, 'repeat a confirmation only with the same idempotency key'),
  },
]

/** Of the partner API. */
export const partnerChapters = (url: string, common: readonly RefusalCode[]): Chapter[] => [
  baseOf('/partner/v1', url),
  {
    id: 'token',
    title: 'Signature',
    body: html`<p>Every request is signed with the secret of your key. This function signs and makes a call; the examples
below use it. <code>CASHBOX_URL</code>, <code>CASHBOX_KEY</code> and <code>CASHBOX_KEY_SECRET</code> come from the
environment. Each ID is taken once: sign a repeat anew.</p>
${inEachLanguage('Signing', partnerClients)}`,
  },
  answers,
  amounts,
  times,
  language,
  {
    id: 'errors',
    title: 'Common errors',
    body: errorsOf(common, 'make it again, newly signed; every call can be repeated without doing anything twice'),
  },
]

/** Of the operator API. */
export const operatorChapters = (url: string, common: readonly RefusalCode[]): Chapter[] => [
  baseOf('/operator/v1', url),
  {
    id: 'token',
    title: 'Session',
    body: html`<p>Logging in sets a cookie. In production a second factor follows (<a href="#enterCode">code</a>). Every POST
carries the header <code>x-cashbox-console</code>. The examples below use this function:</p>
${inEachLanguage('Logging in', operatorClients)}`,
  },
  answers,
  amounts,
  times,
  language,
  {
    id: 'errors',
    title: 'Common errors',
    body: errorsOf(common, 'read what you changed before you change it again'),
  },
]
