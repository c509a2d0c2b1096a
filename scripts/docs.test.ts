import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].toSorted()

/** What the pattern's first group catches, each once and in order. */
const allOf = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, caught = '']) => caught))].toSorted()

const withoutFences = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')

describe('.env.example', () => {
  const example = read('.env.example')
  const explained = allOf(example, /^# ?([A-Z][A-Z0-9_]*)=/gm)

  test('explains every variable that the configuration reads, and no other', () => {
    const sources = ['config.ts', 'config-backup.ts', 'config-database.ts', 'config-retention.ts', 'config-tron.ts']
      .map((name) => read(`apps/server/src/app/config/${name}`))
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
  const rooms = (markdown: string) => allOf(markdown, /^\| `([^`]+)` +\|/gm)
  const folders = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  const [, house = '', inside = ''] =
    /## The house([\s\S]*?)Inside the server([\s\S]*?)^Where /m.exec(read('docs/architecture.md')) ?? []

  test('has every section in its contents, in order', () => {
    const markdown = read('docs/architecture.md')
    const listed = [...markdown.matchAll(/^- \[.+\]\(#(.+)\)$/gm)].map(([, anchor]) => anchor)
    const sections = withoutFences(markdown).replaceAll(/^#{1}(?!#).*$|^###.*$/gm, '')
    expect(listed).toEqual(headingsOf(sections))
  })

  test('lists every package and app', () => {
    expect(rooms(house)).toEqual([...folders('packages/*'), 'apps/agent', 'apps/console'].toSorted())
  })

  test('lists every room of the server', () => {
    const floors = folders('apps/server/src/*').map((path) => path.replace('apps/server/src/', ''))
    expect(rooms(inside)).toEqual(floors.toSorted())
  })
})

describe('docs/decisions/README.md', () => {
  test('lists every decision by its title', () => {
    const titles = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((path) => /^# (.+)$/m.exec(read(path))?.[1])
    expect(allOf(read('docs/decisions/README.md'), /^- \[(.+)\]\(/gm)).toEqual(titles.toSorted())
  })
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
