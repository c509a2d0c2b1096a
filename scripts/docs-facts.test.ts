import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentStatuses, topupReasons, topupStates } from '@cashbox/contract'
import { english } from '@cashbox/contract/console-texts/en'
import { alertKinds, operatorRoles, requestStates, riskKinds } from '@cashbox/contract/operator'
import { transactionStates } from '@cashbox/contract/partner'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The part of a page below a heading, up to the next one of its kind. */
const section = (page: string, title: string) => read(page).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

/** What the first column of a table, or the beginning of each item of a list, has in backticks. */
const firstColumn = (markdown: string) =>
  [...markdown.matchAll(/^(?:\||-) ((?:`[^`]+`(?:,\s+)?)+)(?: *\||:)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  )

/** The text of a word in the glossary. */
const meaning = (word: string) => read('docs/glossary.md').split(`**${word}.**`)[1]?.split('\n\n')[0] ?? ''

const inOrder = (words: readonly string[]) => words.toSorted()

describe('the tables of the pages are those of the code', () => {
  test('docs/commands.md: every npm script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = firstColumn(read('docs/commands.md')).map((command) => command.replace(/^npm (run )?/, ''))
    expect(inOrder(named)).toEqual(inOrder(Object.keys(scripts).filter((name) => name !== 'prepare')))
  })

  test('docs/console.md: risk signals and roles', () => {
    expect(inOrder(firstColumn(section('docs/console.md', 'Risk')))).toEqual(inOrder(riskKinds))
    const roles = [...section('docs/console.md', 'Operators').matchAll(/^\| (\w+) +\|/gm)].map(([, role]) => role)
    expect(roles).toEqual(['Role', ...operatorRoles])
  })

  test('docs/operations/monitoring.md: alerts and metrics', () => {
    const rows = firstColumn(read('docs/operations/monitoring.md'))
    const metrics = [...read('apps/server/src/platform/log/metrics.ts').matchAll(/'(cashbox_\w+)'/g)]
    expect(inOrder(rows.filter((row) => row.startsWith('cashbox_')))).toEqual(
      inOrder(metrics.map(([, name = '']) => name)),
    )
    for (const kind of alertKinds) expect(rows).toContain(kind)
  })

  test('docs/glossary.md: no code uses a word that is not to be used', () => {
    const rows = section('docs/glossary.md', 'Words not to be used').matchAll(/^\| (`[^|]+`) +\|/gm)
    const words = [...rows].flatMap(([, cell = '']) => cell.split(', ').map((word) => word.replaceAll('`', '')))
    expect(words.length).toBeGreaterThan(8)
    const used = new RegExp(`\\b(${words.join('|')})\\b`)
    const files = globSync('{apps,packages,bench,e2e,scripts}/**/*.{ts,tsx,sql}', {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist', '**/generated'],
    })
    expect(files.length).toBeGreaterThan(1_000)
    expect(files.filter((path) => used.test(read(path)))).toEqual([])
  })

  test('docs/verify-rules.md: the rules that verify checks', async () => {
    const files = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
    const rules = files.flatMap((path) =>
      [...read(path).matchAll(/^ +rule:\s+(['"])(.+)\1,$/gm)].map(([, , rule = '']) => rule),
    )
    expect(inOrder(rules)).toEqual(inOrder(Object.keys(english.rules)))
    const list = Object.values(english.rules).map((rule) => `- ${rule}.\n`)
    // `npx vitest -u` of this file writes the page again.
    await expect(`# What verify proves\n\n${list.join('')}`).toMatchFileSnapshot('../docs/verify-rules.md')
  })

  test('docs/operations/rate-limits.md: rate limits', () => {
    const constants = read('apps/server/src/platform/rate-limits.ts').matchAll(
      /^ {2}'([\w-]+)': \{ points: (\d+), duration: ([\d* ]+) \},$/gm,
    )
    const spans: Readonly<Record<string, string>> = {
      60: 'a minute',
      '10 * 60': '10 minutes',
      '15 * 60': '15 minutes',
      '60 * 60': 'an hour',
    }
    const expected = [...constants]
      // Decides what the audit keeps, and refuses no one.
      .filter(([, name]) => name !== 'audited-failure')
      .map(([, , points, duration = '']) => `${Number(points).toLocaleString('en')} in ${spans[duration]}`)
    const rows = read('docs/operations/rate-limits.md')
      .replaceAll(/\s+/g, ' ')
      .matchAll(/, (\d[\d,]* in (?:an? \w+|\d+ \w+))(?=;| -| Passwords)/g)
    expect(inOrder([...rows].map(([, often = '']) => often))).toEqual(inOrder(expected))
  })

  test('docs/topups.md: reasons for holding a top-up', () => {
    expect(inOrder(firstColumn(section('docs/topups.md', 'What is held')))).toEqual(inOrder(topupReasons))
  })
})

test.each([
  ['Agent', agentStatuses],
  ['Transaction', transactionStates],
  ['Approval request', requestStates],
  ['Top-up', topupStates],
] as const)('docs/glossary.md names every state of: %s', (word, states) => {
  for (const state of states) expect(meaning(word)).toContain(state)
})
