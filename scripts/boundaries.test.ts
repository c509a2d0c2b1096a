import { describe, expect, test } from 'vitest'
import { brokenRules, misplacedCalls, uncovered, unread } from './boundaries.ts'

const source = (path: string, text = "import { a } from './a.ts'\n") => ({ path, text })
const cruise = (modules: Record<string, number>) => ({
  modules: Object.entries(modules).map(([name, count]) => ({
    source: name,
    dependencies: Array.from({ length: count }, () => ({})),
  })),
  summary: { violations: [] },
})

describe('the boundaries are not held', () => {
  test('when the tool left a file out', () => {
    const sources = [source('apps/a.ts'), source('apps/b.ts')]
    expect(unread(cruise({ 'apps/a.ts': 1, 'apps/b.ts': 1 }), sources)).toEqual([])
    expect(unread(cruise({ 'apps/a.ts': 1 }), sources)).toEqual(['not read: apps/b.ts'])
  })

  test('when the tool saw none of the imports of a file', () => {
    const sources = [source('apps/a.ts'), source('apps/b.ts', 'export const one = 1\n')]
    expect(unread(cruise({ 'apps/a.ts': 0, 'apps/b.ts': 0 }), sources)).toEqual(['not read: apps/a.ts'])
  })

  test('when no rule covers a room', () => {
    const rules = [
      { name: 'every file', from: {} },
      { name: 'the ledger', from: { path: '^apps/server/src/ledger/' } },
      { name: 'the platform', from: { path: '^apps/server/src/platform/', pathNot: 'live' } },
    ]
    const sources = ['ledger/post.ts', 'platform/log.ts', 'platform/live.ts', 'attic/new.ts', 'attic/new.test.ts']
    expect(
      uncovered(
        rules,
        sources.map((path) => source(`apps/server/src/${path}`)),
      ),
    ).toEqual(['no rule covers: apps/server/src/platform/live.ts', 'no rule covers: apps/server/src/attic/new.ts'])
  })

  test('when a room has a call in another file than its api files', () => {
    const call =
      "import { listKeys } from '@cashbox/contract/partner'\nimport { type PartnerRoute, route } from '../access/admit-partner.ts'\n"
    const paths = ['partners/partner-api.ts', 'partners/keys.ts', 'partners/keys.test.ts']
    expect(misplacedCalls(paths.map((path) => source(`apps/server/src/${path}`, call)))).toEqual([
      'calls outside of agent-api.ts, operator-api.ts and partner-api.ts: apps/server/src/partners/keys.ts',
    ])
  })

  test('when an import runs the wrong way or in a circle', () => {
    const violations = [
      { rule: { name: 'one way' }, from: 'a.ts', to: 'b.ts' },
      { rule: { name: 'no circles' }, from: 'a.ts', to: 'b.ts', cycle: [{ name: 'b.ts' }, { name: 'a.ts' }] },
    ]
    expect(brokenRules({ modules: [], summary: { violations } })).toEqual([
      'one way: a.ts → b.ts',
      'no circles: a.ts → b.ts → a.ts',
    ])
  })
})
