/** What dependency-cruiser found, as far as it is used here. */
export interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly unknown[] }[]
  readonly summary: { readonly violations: readonly Violation[] }
}

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
  readonly to: string
  readonly cycle?: readonly { readonly name: string }[]
}

export interface Rule {
  readonly name: string
  readonly from: { readonly path?: string; readonly pathNot?: string }
}

/** A source file as git has it. */
export interface Source {
  readonly path: string
  readonly text: string
}

const IMPORT = /^(import|export) .*\bfrom '/m

export const brokenRules = ({ summary }: Cruise) =>
  summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to]
    return `${rule.name}: ${way.join(' → ')}`
  })

/** Files that the tool left out, or whose imports it did not see: about those it says nothing. */
export function unread({ modules }: Cruise, sources: readonly Source[]): string[] {
  const read = new Map(modules.map(({ source, dependencies }) => [source, dependencies.length]))
  return sources
    .filter(({ path, text }) => !read.has(path) || (IMPORT.test(text) && read.get(path) === 0))
    .map(({ path }) => `not read: ${path}`)
}

/** Files of apps and packages that no rule speaks of, apart from the rules about every file. */
export function uncovered(rules: readonly Rule[], sources: readonly Source[]): string[] {
  const rooms = rules.flatMap(({ from: { path, pathNot } }) =>
    path === undefined ? [] : [{ is: new RegExp(path), not: pathNot === undefined ? null : new RegExp(pathNot) }],
  )
  const isCovered = (file: string) => rooms.some(({ is, not }) => is.test(file) && !not?.test(file))
  return sources
    .map(({ path }) => path)
    .filter((path) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts') && !isCovered(path))
    .map((path) => `no rule covers: ${path}`)
}

/** Imports what binds a call of the contract to the server. */
const BINDS =
  /^import [^']*\b(route|changeRoute)\b[^']* from '[^']*\/(admit-(agent|operator|partner)|apply-or-request)\.ts'/m

/** Every room has one plan: its calls are in `agent-api.ts`, `operator-api.ts` and `partner-api.ts`, and nowhere else. */
export const misplacedCalls = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts') && BINDS.test(text))
    // `access` has the guards, and what several rooms' calls are made of.
    .filter(({ path }) => !/\/(agent|operator|partner)-api\.ts$|^apps\/server\/src\/access\//.test(path))
    .map(({ path }) => `calls outside of agent-api.ts, operator-api.ts and partner-api.ts: ${path}`)
