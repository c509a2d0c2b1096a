import type { JsonSchema, OpenApiDocument } from './api-document.ts'
import { type Call, callSection, callsOf, methodBadge } from './call-section.ts'
import { fieldsTable, notesOf, rowsOf, typeOf } from './fields-table.ts'
import { type Html, html, joined, prose, renderHtml } from './html.ts'
import { chaptersOf } from './introduction.ts'

/** The tags of the document in words. */
const groupTitles: Readonly<Record<string, string>> = {
  auth: 'Log-in and sign-up',
  tools: 'Tools',
  user: 'Agent',
  payments: 'Payments',
}

interface Group {
  readonly id: string
  readonly title: string
  readonly calls: readonly Call[]
}

function groupsOf(api: OpenApiDocument): Group[] {
  const calls = callsOf(api)
  return api.tags.map(({ name }) => ({
    id: `group-${name}`,
    title: groupTitles[name] ?? name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** The whole document as one page that needs no script. */
export function renderPage(api: OpenApiDocument): string {
  const groups = groupsOf(api)
  const chapters = chaptersOf(api.servers[0]?.url ?? '')
  const list = contents(groups, chapters, Object.keys(api.components.schemas))
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
<p class="lead">The API that the agent app uses.</p>
<p class="quiet">Version ${api.info.version} · <a href="/docs/openapi.json">OpenAPI 3.1 document</a></p>
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
${calls.map((call) => callSection(call, api))}</section>
`,
)}
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

const contents = (groups: readonly Group[], chapters: readonly Link[], shapes: readonly string[]): Html =>
  html`${linkGroup({ id: 'common', title: 'Overview' }, chapters)}
${groups.map(
  ({ calls, ...group }) => html`<p><a href="#${group.id}">${group.title}</a></p>
<ul>${calls.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}">${methodBadge(method)} <span class="path">${path}</span></a></li>`,
  )}</ul>
`,
)}
${linkGroup(
  { id: 'shapes', title: 'Objects' },
  shapes.map((name) => ({ id: name, title: name })),
)}`

const linkGroup = (group: Link, links: readonly Link[]): Html =>
  html`<p><a href="#${group.id}">${group.title}</a></p>
<ul>${links.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
