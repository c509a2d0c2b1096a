import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { consoleTexts } from '@cashbox/contract/console-texts'
import { type Translations, translations } from '@cashbox/contract/translations'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
].toSorted()

/** What the pattern's first group catches, each once and in order. */
const allOf = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, caught = '']) => caught))].toSorted()

/** A copy of what was asked for, with lines as it has them. */
const SPECIFICATION = 'docs/specification.md'
/** Written from the code by a test. */
const GENERATED = 'docs/verify-rules.md'
const MOST_WORDS = 32_000

const withoutFences = (markdown: string) => markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')

describe('.env.example', () => {
  const example = read('.env.example')
  const explained = allOf(example, /^# ?([A-Z][A-Z0-9_]*)=/gm)

  test('explains every variable that the configuration reads, and no other', () => {
    const sources = globSync(['apps/server/src/platform/config*.ts', 'apps/server/src/app/config.ts'], { cwd: ROOT })
      .filter((path) => !path.endsWith('.test.ts'))
      .map(read)
      .join('\n')
    const known = allOf(sources, /\benv\.\w+\(\s*'([A-Z][A-Z0-9_]*)'/g)
    expect(known).toContain('DATABASE_URL')
    expect(explained).toEqual(known)
  })

  test('sets nothing', () => {
    expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const rooms = (markdown: string) => [...markdown.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, room = '']) => room)
  const folders = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  const [, house = '', inside = ''] =
    /## The house([\s\S]*?)^Inside the server([\s\S]*?)^## /m.exec(read('docs/architecture.md')) ?? []

  test('lists every package and app', () => {
    expect(rooms(house).toSorted()).toEqual([...folders('packages/*'), ...folders('apps/*')].toSorted())
  })

  test('lists every room of the server, in the order of imports', () => {
    expect(rooms(inside).toSorted()).toEqual(
      folders('apps/server/src/*')
        .map((path) => basename(path))
        .toSorted(),
    )
    const floors = JSON.parse(read('apps/server/src/app/rooms.json')) as string[][]
    expect(rooms(inside)).toEqual(floors.flat())
  })
})

describe('docs/architecture.md: one confirmation', () => {
  const [, walk = ''] = /^## One confirmation.*\n([\s\S]*?)^## /m.exec(read('docs/architecture.md')) ?? []
  const paths = (markdown: string, folder: string) =>
    allOf(markdown, /`([^`\s]+\.(?:tsx?|sql))`/g).map((name) =>
      /^(apps|packages)\//.test(name) ? name : folder + name,
    )
  const parts = walk
    .split(/^\*\*/m)
    .slice(1)
    .map((part) => {
      const [, folder = ''] = /below `([^`]+)`/.exec(part) ?? []
      return paths(part, folder)
    })
  const named = parts.flat()

  test('names files that exist, and no more than a reader can follow', () => {
    expect(named.length).toBeGreaterThan(25)
    expect(named.length).toBeLessThanOrEqual(40)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names files of which each is imported by another', () => {
    const first = 'apps/agent/src/features/payments/payment-popup.tsx'
    // It hands the parts of the server to each other.
    const wiring = 'apps/server/src/app/app.ts'
    const reached = new Set([first, ...[wiring, ...named].flatMap(importsOf)])
    const isModule = (path: string) => /^(apps|packages\/client)\/.*\.tsx?$/.test(path)
    expect(named.filter((path) => isModule(path) && !reached.has(path))).toEqual([])
  })

  test('names every SQL function that a named one calls', () => {
    const functions = globSync('apps/server/src/**/functions/*.sql', { cwd: ROOT })
    const namesIn = (path: string) => allOf(read(path), /^create or replace function (\w+)/gm)
    const callsOf = (path: string) => {
      const sql = read(path).replaceAll(/--.*/g, '')
      return functions.filter((other) => namesIn(other).some((name) => new RegExp(`\\b${name}\\(`).test(sql)))
    }
    const called = named.filter((path) => path.endsWith('.sql')).flatMap(callsOf)
    expect(called.filter((path) => !named.includes(path))).toEqual([])
  })
})

/** What a module imports at run time, as paths from the root. */
const importsOf = (path: string) =>
  [...read(path).matchAll(/^(?:import|export) (?!type )([^;]*?) from '([^']+)'/gm)]
    .filter(([, names = '']) => !/^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names))
    .map(([, , from = '']) =>
      from.startsWith('.')
        ? join(dirname(path), from)
        : from.replace(/^@cashbox\/client\/(.+)$/, 'packages/client/src/$1.ts'),
    )

describe('the pictures of the screens', () => {
  const shown = allOf(pages.map(read).join('\n'), /\(docs\/pictures\/app\/([^)]+)\.webp\)/g)
  const texts = JSON.parse(read('docs/pictures/app/texts.json')) as Record<string, string[]>

  test('are those that a page shows', () => {
    const taken = globSync('docs/pictures/app/*.webp', { cwd: ROOT }).map((path) => basename(path, '.webp'))
    expect(taken.toSorted()).toEqual(shown)
    expect(Object.keys(texts).toSorted()).toEqual(shown)
  })

  test.each(shown)('%s shows texts that the app still has. To take it again: npm run pictures', (name) => {
    const known = new Set(leavesOf(name.startsWith('console-') ? consoleTexts.en : translations.en))
    expect(texts[name]?.length).toBeGreaterThan(2)
    expect(texts[name]?.filter((text) => !known.has(text))).toEqual([])
  })
})

const leavesOf = (texts: Translations): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : leavesOf(text)))

describe('docs/decisions/README.md', () => {
  test('lists every decision by its title', () => {
    const titles = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((path) => /^# (.+)$/m.exec(read(path))?.[1])
    expect(allOf(read('docs/decisions/README.md'), /^- \[(.+)\]\(/gm)).toEqual(titles.toSorted())
  })
})

test('all pages together have at most 32,000 words', () => {
  const words = pages
    .filter((page) => ![SPECIFICATION, GENERATED].includes(page))
    .flatMap((page) => read(page).trim().split(/\s+/))
  expect(words.length).toBeGreaterThan(10_000)
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS)
})

test('no line of prose is longer than 120 characters, except tables, pictures and links that stand alone', () => {
  const mayBeLong = /^\||^\s*(- )?!?\[[^\]]*\]\([^)]*\)[.,]?$/
  const wrapped = pages.filter((page) => page !== SPECIFICATION)
  const long = wrapped.flatMap((page) =>
    withoutFences(read(page))
      .split('\n')
      .filter((line) => line.length > 120 && !mayBeLong.test(line))
      .map((line) => `${page}: ${line}`),
  )
  expect(long).toEqual([])
})

describe.each(pages)('%s', (page) => {
  const markdown = read(page)
  const prose = withoutFences(markdown)

  test('links to pages, pictures and headings that exist', () => {
    const targets = allOf(prose, /\]\(([^)\s]+)\)/g).filter((target) => !/^[a-z]+:/i.test(target))
    expect(targets.filter((target) => !leadsSomewhere(page, target))).toEqual([])
  })

  test('names files and folders that exist', () => {
    const paths = allOf(prose, /`((?:apps|packages|scripts|docs|bench|e2e)\/[^`\s]*)`/g)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...allOf(markdown, /\bnpm run ([\w:-]+)/g), ...allOf(markdown, /\bnpm (start|test)\b/g)]
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, file))) return false
  return heading === undefined || headingsOf(read(file)).includes(heading)
}

/** The anchors that a page of Markdown gets where it is shown. */
const headingsOf = (markdown: string) =>
  [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
