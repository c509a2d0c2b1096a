import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, languages, type RefusalCode, refusals } from '@cashbox/contract'
import {
  type DescribedApi,
  describedAgentApi,
  describeOperatorApi,
  describePartnerApi,
  everyFieldRefusal,
  openApiDocument,
} from '@cashbox/contract/openapi'
import { translate } from '../platform/texts.ts'
import {
  type CodeSample,
  clientSamples,
  curlSample,
  type ExampleRequest,
  exampleOf,
  exampleRequest,
} from './code-samples.ts'
import { readComments } from './read-comments.ts'
import { agentSamples, operatorSamples, partnerAnswers, partnerSamples } from './samples.ts'

interface Place {
  readonly version: string
  /** With the API base. */
  readonly serverUrl: string
}

const TAG_TITLES: Readonly<Record<string, string>> = { auth: 'Log-in and sign-up', user: 'Agent' }

/** `money-requests` → `Money requests` */
const titleOf = (tag: string) =>
  TAG_TITLES[tag] ?? `${tag.slice(0, 1).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

export const agentDocument = (place: Place) =>
  documentOf(describedAgentApi, place, {
    lead: 'The API that the agent app uses.',
    samples: agentSamples,
    text: 'agent.md',
    afterFault: 'repeat a confirmation only with the same idempotency key',
    codeOf: (request) => curlSample(place.serverUrl, request),
  })

export const partnerDocument = (place: Place) =>
  documentOf(describePartnerApi(readComments('partner/*.ts')), place, {
    lead: 'For partners, whose players bring transactions to an agent’s counter.',
    samples: partnerSamples,
    answers: partnerAnswers,
    text: 'partner.md',
    afterFault: 'make it again, newly signed; every call can be repeated without doing anything twice',
    codeOf: clientSamples,
  })

export const operatorDocument = (place: Place) =>
  documentOf(describeOperatorApi(readComments('operator/*.ts')), place, {
    lead: 'The API that the operators’ console uses.',
    samples: operatorSamples,
    text: 'operator.md',
    afterFault: 'read what you changed before you change it again',
    codeOf: clientSamples,
  })

interface Words {
  readonly lead: string
  readonly samples: Readonly<Record<string, unknown>>
  /** The payloads of calls whose answer is not the usual sample. */
  readonly answers?: Readonly<Record<string, object>>
  /** The chapters of this API alone. */
  readonly text: string
  readonly afterFault: string
  readonly codeOf: (request: ExampleRequest) => readonly CodeSample[]
}

function documentOf(api: DescribedApi, place: Place, words: Words) {
  const document = openApiDocument(api, { ...place, samples: words.samples })
  const { schemas } = document.components
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const request = exampleRequest(method.toUpperCase(), path, operation, schemas)
      const sent = operation.requestBody?.content['application/json']
      const answered = operation.responses['200']?.content['application/json']
      if (sent) sent.example = request.body ?? {}
      const payload = words.answers?.[operation.operationId]
      if (answered) answered.example = payload ? { payload } : exampleOf(answered.schema, schemas)
      return [method, { ...operation, 'x-codeSamples': words.codeOf(request) }] as const
    })
    return [path, Object.fromEntries(operations)] as const
  })
  return {
    ...document,
    info: { ...document.info, description: introductionOf(api, place, words) },
    tags: document.tags.map(({ name }) => ({ name, 'x-displayName': titleOf(name) })),
    paths: Object.fromEntries(paths),
  }
}

const readText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

function introductionOf({ calls, commonRefusals }: DescribedApi, { serverUrl }: Place, words: Words): string {
  const own = new Set(calls.flatMap((call) => [...call.refusals, ...call.fieldRefusals])).difference(
    new Set<RefusalCode>(commonRefusals),
  )
  const values: Readonly<Record<string, string>> = {
    lead: words.lead,
    path: new URL(serverUrl).pathname,
    url: serverUrl,
    access: readText(words.text).replaceAll('{{origin}}', new URL(serverUrl).origin),
    languages: languages.map((language) => `\`${language}\``).join(', '),
    afterFault: words.afterFault,
    commonErrors: errorsTable(commonRefusals),
    fieldErrors: errorsTable(everyFieldRefusal),
    ownErrors: errorsTable([...own]),
  }
  return readText('common.md').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

const NUMBERS = ['seconds', 'maximum', 'triesLeft', 'count', 'percent', 'hours']
const NAMES =
  'requestId minimum min max cap left missing asset threshold problem before balance amount name code address range written period'
/** What the texts with a number or a name in them are shown with. */
const sampleValues = Object.fromEntries([
  ...NUMBERS.map((name) => [name, 5]),
  ['kilobytes', 64],
  ...NAMES.split(' ').map((name) => [name, '…']),
]) as Record<string, string | number>

/** Sorted by status; the words are those that the API answers with in English. */
function errorsTable(codes: readonly RefusalCode[]): string {
  const rows = codes
    .map((code): { code: RefusalCode; status: number; field?: string } => ({ code, ...refusals[code] }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ code, status, field = '' }) => {
      const text = translate(defaultLanguage, `refusals.${code}`, sampleValues)
      return `| \`${code}\` | ${status} | ${field && `\`${field}\``} | ${text} |`
    })
  return ['| Code | Status | Field | Text |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
