import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorDocument, partnerDocument } from './api-documents.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const run = promisify(execFile)

let world: PartnerWorld
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  world = await openPartnerWorld()
  folder = await mkdtemp(join(tmpdir(), 'cashbox-docs-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  env = {
    PATH: process.env['PATH'] ?? '',
    CASHBOX_URL: world.address,
    CASHBOX_KEY: world.partner.key.id,
    CASHBOX_KEY_SECRET: world.partner.key.secret,
    CASHBOX_EMAIL: 'admin@cashbox.test',
    CASHBOX_PASSWORD: 'Cashbox1!',
  }
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const place = () => ({ version: '1.2.3', serverUrl: `${world.address}/partner/v1` })

type ApiDocument = ReturnType<typeof partnerDocument>

/** The function that the introduction defines. */
const clientIn = ({ info }: ApiDocument, language: string) =>
  new RegExp(`<summary>${language}</summary>\\n\\n\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's').exec(info.description)?.[1] ?? ''

const exampleIn = ({ paths }: ApiDocument, operationId: string, language: string) => {
  const operation = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find((one) => one.operationId === operationId)
  const example = operation?.['x-codeSamples'].find(({ lang }) => lang === language)
  if (!example) throw new Error(`${operationId} has no example in ${language}`)
  return example.source
}

/** The answer that the page shows. */
const answerIn = ({ paths }: ApiDocument, operationId: string) => {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const answer = operations.find((one) => one.operationId === operationId)?.responses['200']
  const { payload } = (answer?.content['application/json']?.example ?? {}) as { payload?: unknown }
  return payload
}

/** The names of the fields, of the first item of each list. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'value'
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, isFree(name) ? '' : shapeOf(part)]))
}

/** Of the partner, or different in each kind of event. */
const isFree = (name: string) => name === 'metadata' || name === 'event'

interface Program {
  readonly command: readonly string[]
  readonly file: string
  /** The whole program, which prints each answer as a line of JSON. */
  readonly text: (client: string, examples: readonly string[]) => string
}

/** Languages that a machine may lack. */
const programs: Readonly<Record<string, Program>> = {
  Python: {
    command: ['python3'],
    file: 'example.py',
    text: (client, examples) =>
      [
        client,
        'def print(value): os.write(1, json.dumps(value, separators=(",", ":")).encode() + b"\\n")',
        ...examples,
      ].join('\n'),
  },
  PHP: {
    command: ['php'],
    file: 'example.php',
    text: (client, examples) =>
      [client, ...examples.map((code) => code.replace(/^print_r\((.*)\);$/s, 'echo json_encode($1), "\\n";'))].join(
        '\n',
      ),
  },
  Go: {
    command: ['go', 'run'],
    file: 'example.go',
    text: (client, examples) =>
      [
        'package main',
        client,
        'func show(answer map[string]any, _ error) { line, _ := json.Marshal(answer); fmt.Println(string(line)) }',
        'func main() {',
        ...examples.map((code) => code.replace('fmt.Println(', 'show(')),
        '}',
      ].join('\n'),
  },
}

const isAtHand = (language: string) => {
  const [program = ''] = programs[language]?.command ?? []
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0
}

/** Runs examples one after the other in one program, and gives the answer of each as JSON. */
async function runIn(language: string, client: string, examples: readonly string[]): Promise<string[]> {
  const program = programs[language]
  if (program) return runProgram(program, client, examples)
  const isShell = language === 'curl'
  const file = join(folder, isShell ? 'example.sh' : 'example.mjs')
  const asJson = isShell ? '' : "console.log = (value) => process.stdout.write(JSON.stringify(value) + '\\n')"
  await writeFile(file, [asJson, client, isShell ? 'echo' : '', examples.join(isShell ? '\necho\n' : '\n')].join('\n'))
  const { stdout } = await run(isShell ? 'bash' : process.execPath, [file], { cwd: folder, env })
  return stdout.trim().split('\n')
}

async function runProgram({ command, file, text }: Program, client: string, examples: readonly string[]) {
  await writeFile(join(folder, file), text(client, examples))
  const [name = '', ...args] = command
  const home = { HOME: folder, GOCACHE: join(tmpdir(), 'cashbox-go-cache'), GOFLAGS: '-mod=mod' }
  const { stdout } = await run(name, [...args, join(folder, file)], { cwd: folder, env: { ...env, ...home } })
  return stdout.trim().split('\n')
}

/** `npm run examples` runs those of the other languages as well. */
const others = process.env['CASHBOX_ALL_EXAMPLES'] === '1' ? Object.keys(programs) : []
const all = ['curl', 'JavaScript', ...others].map((language) => {
  const isKnown = !programs[language] || isAtHand(language)
  return { language, isKnown, note: isKnown ? 'works as it is on the page' : 'is left out: its program is not at hand' }
})

test.for(all)(
  'every $language example of the partner API $note',
  { timeout: 120_000 },
  async ({ language, isKnown }, { skip }) => {
    skip(!isKnown)
    const document = partnerDocument(place())
    const [open, cancelled, withdrawal] = [
      await world.opened(),
      await world.opened(),
      await world.opened({ type: 'withdraw' }),
    ]
    const confirmed = await world.opened()
    await world.confirmOpened(confirmed)
    const own = `docs-${language}`
    const id = ({ transaction_id }: { transaction_id: string }) => ({ '7K3M9QWX2R': transaction_id })
    const examples: [string, Record<string, string>, string][] = [
      ['createTransaction', { 'order-1001': own }, `"reference":"${own}"`],
      ['createTransactions', {}, '"order-1002"'],
      ['readTransaction', id(open), '"state":"open"'],
      ['listTransactions', { 'order-1001': own }, `"reference":"${own}"`],
      ['unlockTransaction', id(withdrawal), '"state":"open"'],
      ['cancelTransaction', id(cancelled), '"state":"cancelled"'],
      ['reverseTransaction', id(confirmed), '"state":"reversed"'],
      ['listEvents', {}, '"state":"unset"'],
      ['readFeed', { 'after=1041': 'after=0' }, '"transaction.cancelled"'],
      // Refused by what it says: this partner has no webhook.
      ...(language === 'curl'
        ? [['redeliverEvent', {}, '"not_found"'] as [string, Record<string, string>, string]]
        : []),
    ]
    const codes = examples.map(([operationId, changes]) =>
      Object.entries(changes).reduce(
        (code, [sample, real]) => {
          expect(code, operationId).toContain(sample)
          return code.replaceAll(sample, real)
        },
        exampleIn(document, operationId, language),
      ),
    )
    const answers = await runIn(language, clientIn(document, language), codes)
    expect(answers).toHaveLength(examples.length)
    for (const [index, [operationId, , expected]] of examples.entries()) {
      expect(answers[index], operationId).toContain(expected)
      const isWhole = operationId !== 'redeliverEvent' && operationId !== 'listEvents'
      if (language === 'JavaScript' && isWhole)
        expect(shapeOf(JSON.parse(answers[index] ?? '')), operationId).toEqual(shapeOf(answerIn(document, operationId)))
    }
  },
)

test.each(['curl', 'JavaScript'])('%s examples of the operator API work as they are on the page', async (language) => {
  const document = operatorDocument(place())
  const examples = ['readSession', 'listAgents', 'searchTransactions', 'listPartners', 'listChannels', 'listAudit']
  const codes = examples.map((operationId) => exampleIn(document, operationId, language))
  const answers = (await runIn(language, clientIn(document, language), codes)).slice(-examples.length)
  expect(answers[0]).toContain('admin@cashbox.test')
  for (const answer of answers.slice(1)) expect(answer).toMatch(/"list":\[/)
})

test('the document makes a typed client that opens a transaction, and refuses to compile a wrong call', async () => {
  const document = partnerDocument(place())
  await writeFile(join(folder, 'partner.ts'), astToString(await openapiTypescript(JSON.stringify(document))))
  const program = (reference: string) => `import createClient from 'openapi-fetch'
import type { paths } from './partner.ts'

export async function open(send: (request: Request) => Promise<Response>): Promise<'open' | 'other'> {
  const cashbox = createClient<paths>({ baseUrl: '${place().serverUrl}', fetch: send })
  const body = { reference: ${reference}, type: 'deposit', amount: '10.00', currency_code: 'UZS', player_id: 'p1' } as const
  const { data, error } = await cashbox.POST('/transactions', { body: { ...body, channel: 'tashkent' } })
  if (error) throw new Error(error.code)
  return data.payload.transaction.state === 'open' ? 'open' : 'other'
}
`
  await writeFile(join(folder, 'right.ts'), program("'typed-1'"))
  await writeFile(join(folder, 'wrong.ts'), program('17'))
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --allowImportingTsExtensions'
  const check = (file: string) =>
    run(join(ROOT, 'node_modules/.bin/tsc'), [...options.split(' '), file], { cwd: folder })
  await check('right.ts')
  await expect(check('wrong.ts')).rejects.toMatchObject({ stdout: expect.stringContaining("Type 'number' is not") })

  const { open } = (await import(join(folder, 'right.ts'))) as {
    open: (send: (request: Request) => Promise<Response>) => Promise<string>
  }
  const sign = async (request: Request) =>
    world.partner.send(request.method, new URL(request.url).pathname.replace('/partner/v1', ''), await request.text())
  expect(await open(sign)).toBe('open')
})
