import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 begins with. */
const asvs: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
const required = Object.entries(asvs).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
  ),
)

describe('docs/security.md', () => {
  const page = read('docs/security.md')
  const [listed = '', apart = '', summary = ''] = page.split(/^## What (?:does not apply|is not met)$/m)
  /** Lines such as "- 1.2.1, 1.2.3 to 1.2.5 met: a clause. `file`". */
  const rows = listed.split(/^- /m).flatMap((item) => {
    const [, numbers = '', state = '', shown = ''] =
      /^(\d[\d., to\n]*) ([a-z]+|\*\*[a-z ]+\*\*):([^#]*)/.exec(item) ?? []
    return expand(numbers).map((number) => ({ number, state, shown }))
  })
  const doNotApply = [...apart.matchAll(/^- (\d[\d., to\n]*):/gm)].flatMap(([, numbers = '']) => expand(numbers))

  test('has every requirement of ASVS 5.0.0 up to level 2 once', () => {
    expect(required.length).toBe(253)
    const all = [...rows.map(({ number }) => number), ...doNotApply]
    expect(all.filter((number, index) => all.indexOf(number) !== index)).toEqual([])
    expect(all.toSorted(inOrder)).toEqual(required)
  })

  test('names every file that posts to an address that others choose', () => {
    const files = globSync('apps/server/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', '**/post-outside.ts'] })
    const senders = files.filter((path) => read(path).includes('postOutside({'))
    expect(senders.length).toBeGreaterThan(2)
    const [, table = ''] = /^Others choose these addresses([\s\S]*?)^## /m.exec(page) ?? []
    expect(senders.filter((path) => !table.includes(`\`${path}\``))).toEqual([])
  })

  test('shows for each one that is met where that can be seen', () => {
    const isShown = (shown: string) => /`(apps|packages|scripts|bench|e2e)\/|\]\(/.test(shown)
    expect(rows.filter(({ state, shown }) => state === 'met' && !isShown(shown))).toEqual([])
    expect([...new Set(rows.map(({ state }) => state))].toSorted()).toEqual(['**not met**', 'deployment', 'met'])
  })

  test('counts right, and names all that is not met again', () => {
    const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `Of these ${count('met')} are met, ${count('**not met**')} are [not met](#what-is-not-met), ${count('deployment')} are the part of those who deploy, and ${doNotApply.length} [do not apply](#what-does-not-apply).`,
    )
    const named = [...summary.matchAll(/^- \*\*([\d., ]+)\*\*/gm)].flatMap(([, numbers = '']) => expand(numbers))
    const missing = rows.filter(({ state }) => state === '**not met**').map(({ number }) => number)
    expect(named.toSorted(inOrder)).toEqual(missing.toSorted(inOrder))
  })
})

const inOrder = (one: string, other: string) => required.indexOf(one) - required.indexOf(other)

/** "1.2.6 to 1.2.8, 1.3.1" → each number. */
function expand(numbers: string): string[] {
  const parts = numbers === '' ? [] : numbers.split(',')
  return parts.flatMap((part) => {
    const [from = '', to = from] = part.trim().split(' to ')
    return required.slice(required.indexOf(from), required.indexOf(to) + 1)
  })
}

describe('the source', () => {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (path) => !path.includes('.test.'),
  )
  const using = (pattern: RegExp, where: RegExp) => files.filter((path) => where.test(path) && pattern.test(read(path)))

  test('runs no text as code', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(using(/\beval\(|\bnew Function\(|\bnode:vm\b/, /./)).toEqual([])
  })

  test('draws no text as HTML in the apps', () => {
    expect(using(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/, /./)).toEqual([])
  })

  test('starts no program from the server but those of PostgreSQL, in three files, and none through a shell', () => {
    const starting = using(/child_process/, /^(apps\/server|packages\/postgres)\/src(?!.*\.test\.ts$)/)
    const files = ['embedded-postgres', 'postgres-process', 'postgres-programs']
    expect(starting).toEqual(files.map((name) => `packages/postgres/src/${name}.ts`))
    expect(using(/[^.\w]exec(Sync)?\(|shell:/, /(embedded-postgres|postgres-process|postgres-programs)\.ts$/)).toEqual(
      [],
    )
  })
})
