import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { english } from '@cashbox/contract/console-texts/en'
import { sealedColumns } from '@cashbox/server/watch/sealed-columns'
import { expect, test } from 'vitest'

/** Words between tags, such as `<p>Done</p>`, and in what is read aloud or shown of an element. */
const BETWEEN_TAGS = />\s*([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)<\//gu
const IN_ATTRIBUTES = /\s(?:aria-label|alt|help|hint|label|placeholder|text|title)="([^"]*\p{L}{2}[^"]*)"/gu
/** The beginning of every address. */
const ALLOWED = new Set(['https://'])

const hardCoded = (source: string) =>
  [BETWEEN_TAGS, IN_ATTRIBUTES]
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([, words = '']) => words.trim()))
    .filter((words) => !ALLOWED.has(words))

const SOURCES = join(import.meta.dirname, '../apps/console/src')

test('no page of the console holds words of its own: all come from the texts', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES })
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    hardCoded(readFileSync(join(SOURCES, file), 'utf8')).map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})

test('words that are not in the texts are noticed', () => {
  expect(hardCoded('<p className="mt-2">Nothing yet</p>')).toEqual(['Nothing yet'])
  expect(hardCoded('<img src={face} alt="The operator" />')).toEqual(['The operator'])
})

/** Where a code from the server decides the text: whether there is one is asked at run time. */
const MAY_CAST = ['platform/forms/acts.tsx', 'platform/values/field-words.ts']

test('a search finds where a text is used: no key is cast, and lists write theirs out', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).map(
    (file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const,
  )
  const casts = sources.filter(([, source]) => / as AnyText\b/.test(source)).map(([file]) => file)
  expect(casts.toSorted()).toEqual(MAY_CAST)
  const lists = sources.filter(([file]) => file.startsWith('platform/list/'))
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.filter(([, source]) => /\bt\w*(\.has)?\(\s*`/.test(source)).map(([file]) => file)).toEqual([])
})

test('the console has words for every place of a sealed value', () => {
  const names = sealedColumns.map(({ name }) => name.replaceAll(' ', '_'))
  expect(names.toSorted()).toEqual(Object.keys(english.watch.sealed_places).toSorted())
})

test('the console has words for every kind of subject in the audit', () => {
  const server = join(SOURCES, '../../server/src')
  const sources = globSync(['**/*.ts'], { cwd: server })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
  const kinds = sources.flatMap((source) =>
    [...source.matchAll(/(?:subject\b|writeAudit\().{0,60}\{ ?kind: '(\w+)'/gi)].map(([, kind = '']) => kind),
  )
  expect(kinds.length).toBeGreaterThan(30)
  expect(kinds.filter((kind) => !Object.hasOwn(english.audit.kinds, kind))).toEqual([])
})
