import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Belong to an agent by the account that they move, and have no column that says so. */
const LEDGER = ['account', 'entry', 'transfer']

export interface AcrossAgents {
  /** A function, or a folder of the server. */
  readonly room: string
  readonly tables: readonly string[]
}

/** Tables with a column `agent_id`, which a distributed PostgreSQL would spread by it, and those of the ledger. */
export function agentTables(): string[] {
  const texts = globSync('apps/server/database/tables/*.sql', { cwd: ROOT }).map(read).join('\n')
  const made = [...texts.matchAll(/^create table (\w+) \(([\s\S]*?)^\);/gm)]
    .filter(([, , columns = '']) => /^\s+agent_id\s/m.test(columns))
    .map(([, name = '']) => name)
  return [...new Set([...made, ...LEDGER])].toSorted()
}

/** Every statement of the functions and of the server that joins or writes rows of agents without naming the agent. */
export function findAcrossAgents(): AcrossAgents[] {
  const tables = agentTables()
  const functions = globSync('apps/server/database/functions/**/*.sql', { cwd: ROOT }).map((file) => ({
    file,
    texts: statementsOf(read(file)),
  }))
  const server = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, texts: templatesOf(read(file)) }))
  const found = new Map<string, Set<string>>()
  for (const { file, texts } of [...functions, ...server]) {
    const room = file.endsWith('.sql') ? basename(file) : dirname(file).replace('apps/server/src/', '')
    for (const table of texts.flatMap((text) => unkeyed(text, tables)))
      found.set(room, (found.get(room) ?? new Set<string>()).add(table))
  }
  return [...found]
    .map(([room, names]) => ({ room, tables: [...names].toSorted() }))
    .toSorted((one, other) => (one.room < other.room ? -1 : 1))
}

/** The tables of agents that a statement uses, unless it says whose rows it means. */
function unkeyed(text: string, tables: readonly string[]): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?(\w+)\b(?!\.)/gi)].map(
    ([, name = '']) => name,
  )
  const used = [...new Set(named)].filter((name) => tables.includes(name))
  return used.length > 0 && !/\bagent_id\b/.test(text) ? used : []
}

const statementsOf = (text: string) => text.replaceAll(/--.*$/gm, '').split(';')

/** The text of each outermost sql`…`; those inside it belong to it. */
function templatesOf(source: string): string[] {
  const texts: string[] = []
  for (let at = source.indexOf('sql`'); at >= 0; at = source.indexOf('sql`', at)) {
    const end = endOfTemplate(source, at + 4)
    texts.push(source.slice(at + 4, end))
    at = end
  }
  return texts
}

/** Where the template that begins there ends, past the values and templates inside it. */
function endOfTemplate(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') return at
    if (source[at] === '$' && source[at + 1] === '{') at = endOfValue(source, at + 2)
  }
  return source.length
}

function endOfValue(source: string, from: number): number {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1)
    else if (source[at] === '{') depth += 1
    else if (source[at] === '}' && --depth === 0) return at
  }
  return source.length
}

/** As docs/scale.md has it. */
export const asList = (found: readonly AcrossAgents[]) =>
  found.map(({ room, tables }) => `- \`${room}\`: ${tables.join(', ')}`).join('\n')

if (process.argv[1] === import.meta.filename) process.stdout.write(`${asList(findAcrossAgents())}\n`)
