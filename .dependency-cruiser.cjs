const server = '^apps/server/src'
const agent = '^apps/agent/src'
const operators = '^apps/console/src'

/** The rooms of the server, from the bottom up. A room imports only rooms of lower floors. */
const floors = require('./apps/server/src/app/rooms.json')

const rooms = floors.flatMap((floor, height) =>
  floor.map((room) => {
    const closed = floors
      .slice(height)
      .flat()
      .filter((other) => other !== room)
    return {
      name: `${room}-imports-only-lower-rooms`,
      severity: 'error',
      from: { path: `${server}/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/(${closed.join('|')})(/|\\.)` },
    }
  }),
)

/** The folders of the command line, from the bottom up. The files beside them are one command each, and `program.ts`. */
const commandFloors = [['command-line'], ['database'], ['backup', 'doctor', 'network']]

const commands = commandFloors.flatMap((floor, height) =>
  floor.map((room) => ({
    name: `${room}-imports-only-lower-commands`,
    severity: 'error',
    from: { path: `^apps/operations/src/${room}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: '^apps/operations/src/',
      pathNot: `^apps/operations/src/(${[...commandFloors.slice(0, height).flat(), room].join('|')})/`,
    },
  })),
)

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
      name: 'the-way-to-postgres-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/postgres', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages/(?!contract|postgres))' },
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
    // The client behaves and the design system draws. Both use only texts that both apps have; what needs both is in the app.
    {
      name: 'what-the-apps-share-does-not-draw',
      severity: 'error',
      from: { path: '^packages/client' },
      to: { path: 'node_modules/(@base-ui|lucide-react|tailwindcss)/' },
    },
    {
      name: 'the-design-system-asks-nothing',
      severity: 'error',
      from: { path: '^packages/ui' },
      to: { path: 'node_modules/(@tanstack|wouter)/' },
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
    ...rooms,
    {
      name: 'the-server-knows-no-commands-and-no-tests',
      severity: 'error',
      from: { path: '^apps/server', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps/(?!server)|packages/testing|packages/(client|ui)/)' },
    },
    ...commands,
    {
      name: 'commands-know-no-apps-and-no-tests',
      severity: 'error',
      from: { path: '^apps/operations', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps/(?!operations|server)|packages/(testing|client|ui)/)' },
    },
    {
      name: 'only-tests-import-the-test-package',
      severity: 'error',
      from: { path: '^(apps|packages/(?!testing))', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/testing' },
    },
    {
      name: 'the-test-package-knows-no-screens',
      severity: 'error',
      from: { path: '^packages/testing' },
      to: { path: '^(apps/(agent|console)|packages/(client|ui)|e2e|bench|scripts)/' },
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
