const server = '^apps/server/src'

/** Imports run one way; each rule names a way that they don't. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'the-contract-knows-nobody',
      severity: 'error',
      from: { path: '^packages/contract' },
      to: { path: '^(apps|packages/(?!contract))' },
    },
    {
      name: 'the-sandbox-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/sandbox' },
      to: { path: '^(apps|packages/(?!contract|sandbox))' },
    },
    {
      name: 'the-platform-knows-no-business',
      severity: 'error',
      from: { path: `${server}/platform`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/(?!platform|texts)` },
    },
    {
      name: 'ledger-rails-and-agents-know-no-features',
      severity: 'error',
      from: { path: `${server}/(ledger|rails|agents)` },
      to: { path: `${server}/(features|app|main|config)` },
    },
    {
      name: 'the-ledger-knows-only-the-platform',
      severity: 'error',
      from: { path: `${server}/ledger` },
      to: { path: `${server}/(rails|agents)` },
    },
    {
      name: 'rails-never-write-money',
      severity: 'error',
      from: { path: `${server}/rails` },
      to: { path: `${server}/(ledger|agents)` },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/` },
      to: { path: `${server}/features/`, pathNot: `${server}/features/$1/` },
    },
    {
      name: 'features-know-neither-the-app-nor-the-configuration',
      severity: 'error',
      from: { path: `${server}/features` },
      to: { path: `${server}/(app|main|config)` },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: { path: '\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    parser: 'swc',
  },
}
