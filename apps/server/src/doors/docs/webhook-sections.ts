import { type Html, html, prose } from '../../platform/html.ts'
import { codeBlock } from './code-block.ts'
import type { DocsPage } from './docs-page.ts'
import { exampleOf, followed } from './example.ts'
import { answerTable, rowsOf } from './fields-table.ts'

/** What is sent to the caller's own server, event by event. */
export function webhookSections({ api, sources }: DocsPage): Html | false {
  const events = Object.entries(api.webhooks ?? {})
  if (events.length === 0) return false
  return html`<section aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
<p>Sent by POST to the address that you named, signed after Standard Webhooks: <code>webhook-signature</code> is
<code>v1,</code> and the base64 of an HMAC-SHA-256 of <code>{webhook-id}.{webhook-timestamp}.{body}</code>. Answer with 2xx
within 20 seconds. The same <code>webhook-id</code> may come twice.</p>
${events.map(([type, { post }]) => {
  const body = post.requestBody.content['application/json'].schema
  const { name, schema } = followed(body, sources.schemas)
  return html`<article class="call" id="${type}" aria-labelledby="${type}-title">
<h3 id="${type}-title"><a href="#${type}"><span class="path">${type}</span></a></h3>
<p>${prose(post.summary)}</p>
<h4>Body</h4>
${answerTable(`Body of ${type}`, rowsOf(schema), sources.schemas)}
<h4>Example</h4>
${codeBlock(`Example of ${type}`, JSON.stringify(exampleOf(schema, name, sources), null, 2))}
</article>
`
})}</section>`
}
