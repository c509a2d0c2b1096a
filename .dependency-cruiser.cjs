const server = '^apps/server/src'
const agent = '^apps/agent/src'
const operators = '^apps/console/src'

/** Imports run one way; each rule names a way that they don't. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'the-contract-imports-no-room',
      severity: 'error',
      from: { path: '^packages/contract' },
      to: { path: '^(apps|packages/(?!contract))' },
    },
    {
      name: 'the-sandbox-knows-only-the-contract-and-the-client-of-partners',
      severity: 'error',
      from: { path: '^packages/sandbox' },
      to: { path: '^(apps|packages/(?!contract|partner-client|sandbox))' },
    },
    {
      name: 'the-client-of-partners-imports-no-room',
      severity: 'error',
      from: { path: '^packages/partner-client', pathNot: 'test.ts$' },
      to: { path: '^(apps|packages/(?!partner-client))' },
    },
    {
      name: 'the-design-system-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/ui' },
      to: { path: '^(apps|packages/(?!contract|ui))' },
    },
    {
      name: 'what-the-apps-share-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/client' },
      to: { path: '^(apps|packages/(?!contract|client))' },
    },
    // The client behaves, the design system draws, and neither speaks: what needs both, or words, is put together in the app.
    {
      name: 'what-the-apps-share-neither-draws-nor-speaks',
      severity: 'error',
      from: { path: '^packages/client' },
      to: { path: 'node_modules/(@base-ui|lucide-react|tailwindcss|use-intl)/' },
    },
    {
      name: 'the-design-system-neither-asks-nor-speaks',
      severity: 'error',
      from: { path: '^packages/ui' },
      to: { path: 'node_modules/(@tanstack|use-intl|wouter)/' },
    },
    {
      name: 'the-agent-app-knows-neither-server-nor-sandbox',
      severity: 'error',
      from: { path: '^apps/agent' },
      to: { path: '^(apps/(?!agent)|packages/sandbox)' },
    },
    {
      name: 'the-platform-of-the-agent-app-knows-no-screens',
      severity: 'error',
      from: { path: `${agent}/platform` },
      to: { path: `${agent}/(features|app|main)` },
    },
    {
      name: 'screens-do-not-import-each-other',
      severity: 'error',
      from: { path: `${agent}/features/([^/]+)/` },
      to: { path: `${agent}/features/`, pathNot: `${agent}/features/$1/` },
    },
    {
      name: 'screens-do-not-know-the-app',
      severity: 'error',
      from: { path: `${agent}/features` },
      to: { path: `${agent}/(app|main)` },
    },
    {
      name: 'the-console-knows-neither-server-nor-sandbox-nor-the-agent-app',
      severity: 'error',
      from: { path: '^apps/console' },
      to: { path: '^(apps/(?!console)|packages/sandbox)' },
    },
    {
      name: 'the-platform-of-the-console-knows-no-pages',
      severity: 'error',
      from: { path: `${operators}/platform` },
      to: { path: `${operators}/(features|app|main)` },
    },
    {
      name: 'pages-of-the-console-do-not-import-each-other',
      severity: 'error',
      from: { path: `${operators}/features/([^/]+)/` },
      to: { path: `${operators}/features/`, pathNot: `${operators}/features/$1/` },
    },
    {
      name: 'pages-do-not-know-the-console',
      severity: 'error',
      from: { path: `${operators}/features` },
      to: { path: `${operators}/(app|main)` },
    },
    {
      name: 'the-platform-knows-no-business',
      severity: 'error',
      from: { path: `${server}/platform`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/(?!platform|texts)` },
    },
    {
      name: 'the-ledger-knows-only-the-platform',
      severity: 'error',
      from: { path: `${server}/ledger` },
      to: { path: `${server}/(?!platform|ledger)` },
    },
    {
      name: 'rails-never-write-money',
      severity: 'error',
      from: { path: `${server}/rails` },
      to: { path: `${server}/(?!platform|rails)` },
    },
    {
      name: 'the-domain-knows-neither-doors-nor-workers',
      severity: 'error',
      from: { path: `${server}/domain` },
      to: { path: `${server}/(doors|workers|app|main|config)` },
    },
    {
      name: 'doors-do-not-import-each-other',
      severity: 'error',
      from: { path: `${server}/doors/([^/]+)/` },
      to: { path: `${server}/(doors|workers)/`, pathNot: `${server}/doors/$1/` },
    },
    {
      name: 'features-of-a-door-do-not-import-each-other',
      severity: 'error',
      from: { path: `${server}/doors/([^/]+)/([^/]+)/` },
      to: { path: `${server}/doors/$1/[^/]+/`, pathNot: `${server}/doors/$1/$2/` },
    },
    {
      name: 'workers-import-neither-each-other-nor-doors',
      severity: 'error',
      from: { path: `${server}/workers/([^/]+)/` },
      to: { path: `${server}/(doors|workers)/`, pathNot: `${server}/workers/$1/` },
    },
    {
      name: 'doors-and-workers-know-neither-the-app-nor-the-configuration',
      severity: 'error',
      from: { path: `${server}/(doors|workers)` },
      to: { path: `${server}/(app|main|config)` },
    },
    {
      name: 'the-app-does-not-know-who-starts-it',
      severity: 'error',
      from: { path: `${server}/app/` },
      to: { path: `${server}/(main|bench)` },
    },
    {
      name: 'the-configuration-knows-only-what-it-configures',
      severity: 'error',
      from: { path: `${server}/config` },
      to: { path: `${server}/(doors|workers|app|ledger|main|bench)` },
    },
    {
      name: 'main-starts-the-app-and-nothing-else',
      severity: 'error',
      from: { path: `${server}/main` },
      to: { path: `${server}/(?!app|config|platform)` },
    },
    {
      name: 'the-benchmarks-see-only-the-platform',
      severity: 'error',
      from: { path: `${server}/bench` },
      to: { path: `${server}/(?!platform)` },
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
    exclude: { path: '^(apps/[^/]+/dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    parser: 'swc',
  },
}
