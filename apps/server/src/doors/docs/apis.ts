import { html } from '../../platform/html.ts'
import { agentSamples } from './agent-samples.ts'
import {
  type DescribedApi,
  describedAgentApi,
  describeOperatorApi,
  describePartnerApi,
  openApiDocument,
  withFiles,
} from './api-document.ts'
import type { Call, DocsPage } from './docs-page.ts'
import type { Sources } from './example.ts'
import { curlOf, exampleRequest } from './example-request.ts'
import { inLanguages } from './in-languages.ts'
import { agentChapters, operatorChapters, partnerChapters } from './introduction.ts'
import { operatorSamples } from './operator-samples.ts'
import { partnerSamples } from './partner-samples.ts'
import { readComments } from './read-comments.ts'

interface Place {
  readonly version: string
  readonly serverUrl: string
}

export interface Docs {
  readonly page: DocsPage
  /** For programs. */
  readonly document: object
}

type Words = Pick<DocsPage, 'path' | 'lead' | 'groupTitles' | 'accessOf'> & {
  readonly samples: Sources['samples']
  readonly chapters: typeof agentChapters
}

function docsOf(described: DescribedApi, place: Place, { samples, chapters, ...words }: Words): Docs {
  const api = openApiDocument(described, place)
  const { commonRefusals } = described
  const sources = { schemas: api.components.schemas, samples }
  const page = {
    ...words,
    api,
    sources,
    commonRefusals,
    chapters: chapters(place.serverUrl, commonRefusals),
    examplesOf: ({ method, path, operation }: Call) => inLanguages(exampleRequest(method, path, operation, sources)),
  }
  return { page, document: withFiles(api, described) }
}

export function agentDocs(place: Place): Docs {
  const docs = docsOf(describedAgentApi, place, {
    path: '/docs',
    lead: 'The API that the agent app uses.',
    groupTitles: { auth: 'Log-in and sign-up', tools: 'Tools', user: 'Agent', payments: 'Payments' },
    accessOf: ({ security }) =>
      security.length > 0 ? html`Requires a <a href="#token">bearer token</a>.` : html`Public.`,
    samples: agentSamples,
    chapters: agentChapters,
  })
  const examplesOf = ({ path, operation }: Call) => [
    { language: 'curl', code: curlOf(`${place.serverUrl}${path}`, operation, docs.page.sources) },
  ]
  return { ...docs, page: { ...docs.page, examplesOf } }
}

export const partnerDocs = (place: Place): Docs =>
  docsOf(describePartnerApi(readComments('{partner,webhook-events,reconciliation,transaction-event}.ts')), place, {
    path: '/docs/partner',
    lead: 'For player services, whose players bring transactions to an agent’s counter.',
    groupTitles: {},
    accessOf: () => html`<a href="#token">Signed</a>.`,
    samples: partnerSamples,
    chapters: partnerChapters,
  })

export const operatorDocs = (place: Place): Docs =>
  docsOf(describeOperatorApi(readComments('operator/*.ts')), place, {
    path: '/docs/operator',
    lead: 'The API that the operators’ console uses.',
    groupTitles: {},
    accessOf: ({ security }) => (security.length > 0 ? html`Requires a <a href="#token">session</a>.` : html`Public.`),
    samples: operatorSamples,
    chapters: operatorChapters,
  })
