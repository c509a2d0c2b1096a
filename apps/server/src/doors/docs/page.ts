import { type Html, html, joined, prose, renderHtml } from '../../platform/html.ts'
import type { JsonSchema } from './api-document.ts'
import { callSection, callsOf, methodBadge } from './call-section.ts'
import type { Call, DocsPage } from './docs-page.ts'
import { fieldsTable, notesOf, rowsOf, typeOf } from './fields-table.ts'
import { webhookSections } from './webhook-sections.ts'

interface Group {
  readonly id: string
  readonly title: string
  readonly calls: readonly Call[]
}

function groupsOf({ api, groupTitles }: DocsPage): Group[] {
  const calls = callsOf(api)
  return api.tags.map(({ name }) => ({
    id: `group-${name}`,
    title: groupTitles[name] ?? titleOf(name),
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** `money-requests` → `Money requests` */
const titleOf = (tag: string) => `${tag.slice(0, 1).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

/** The other pages, for the head of each. */
const PAGES = { '/docs': 'Agent API', '/docs/partner': 'Partner API', '/docs/operator': 'Operator API' }

/** The whole document as one page that needs no script. */
export function renderPage(docs: DocsPage): string {
  const { api, chapters, lead } = docs
  const groups = groupsOf(docs)
  const events = Object.keys(api.webhooks ?? {})
  const list = contents(groups, chapters, events, Object.keys(api.components.schemas))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${api.info.title}</title>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="page">
<nav class="column" aria-label="Contents">${list}</nav>
<main id="main">
<header>
<h1>${api.info.title}</h1>
<p class="lead">${lead}</p>
<p class="quiet">Version ${api.info.version} · <a href="${docs.path}/openapi.json">OpenAPI 3.1 document</a></p>
<p class="quiet">${joined(
    Object.entries(PAGES)
      .filter(([path]) => path !== docs.path)
      .map(([path, title]) => html`<a href="${path}">${title}</a>`),
    ' · ',
  )}</p>
</header>
<details class="folded"><summary>Contents</summary><nav aria-label="Contents">${list}</nav></details>
<section aria-labelledby="common">
<h2 id="common">Overview</h2>
${chapters.map(
  ({ id, title, body }) => html`<section class="chapter" aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
${body}
</section>
`,
)}</section>
${groups.map(
  ({ id, title, calls }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${calls.map((call) => callSection(call, docs))}</section>
`,
)}
${webhookSections(docs)}
<section aria-labelledby="shapes">
<h2 id="shapes">Objects</h2>
${Object.entries(api.components.schemas).map(([name, schema]) => shapeSection(name, schema, api.components.schemas))}</section>
</main>
</div>
</body>
</html>
`
  return renderHtml(page)
}

const shapeSection = (name: string, schema: JsonSchema, schemas: Record<string, JsonSchema>): Html => {
  const hasFields = Object.keys(schema.properties ?? {}).length > 0
  return html`<section class="chapter" aria-labelledby="${name}">
<h3 id="${name}">${name}</h3>
${
  hasFields
    ? html`${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}
${fieldsTable(`Fields of ${name}`, rowsOf(schema), schemas)}`
    : html`<p>${typeOf(schema)}. ${joined(notesOf(schema, schemas), ' ')}</p>`
}
</section>
`
}

type Link = { readonly id: string; readonly title: string }

const contents = (
  groups: readonly Group[],
  chapters: readonly Link[],
  events: readonly string[],
  shapes: readonly string[],
): Html =>
  html`${linkGroup({ id: 'common', title: 'Overview' }, chapters)}
${groups.map(
  ({ calls, ...group }) => html`<p><a href="#${group.id}">${group.title}</a></p>
<ul>${calls.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}">${methodBadge(method)} <span class="path">${path}</span></a></li>`,
  )}</ul>
`,
)}
${
  events.length > 0 &&
  linkGroup(
    { id: 'webhooks', title: 'Webhooks' },
    events.map((name) => ({ id: name, title: name })),
  )
}
${linkGroup(
  { id: 'shapes', title: 'Objects' },
  shapes.map((name) => ({ id: name, title: name })),
)}`

const linkGroup = (group: Link, links: readonly Link[]): Html =>
  html`<p><a href="#${group.id}">${group.title}</a></p>
<ul>${links.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
