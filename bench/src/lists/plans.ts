import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunningPostgres } from '@cashbox/testing/postgres/start-postgres'
import type { Client } from 'pg'

/** A node of a plan, as auto_explain writes it. */
interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

export interface Read {
  readonly table: string
  readonly isSequential: boolean
  readonly index: string | null
  readonly rows: number
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
}

/** Makes PostgreSQL log the plan of every statement on connections that are opened from now on. */
export async function readPlans(db: Client, postgres: RunningPostgres, database: string) {
  for (const [name, value] of Object.entries(SETTINGS))
    await db.query(`alter database ${database} set ${name} = '${value}'`)
  const file = openSync(join(dirname(postgres.data), 'log'), 'r')
  let position = fstatSync(file).size
  return {
    /** Everything that was read since the last time: a plan is in the log before the answer is sent. */
    take(): Read[] {
      const added = Buffer.alloc(fstatSync(file).size - position)
      position += readSync(file, added, 0, added.length, position)
      // A plan is indented; the next line that is not ends it.
      const plans = added.toString().matchAll(/ plan:\n((?:\t.*\n)+)/g)
      return [...plans].flatMap(([, text = '']) => readsOf((JSON.parse(text) as { Plan: Node }).Plan, null))
    },
    close: () => closeSync(file),
  }
}

/** The scans of a plan, with the table each is about: the index scan below a bitmap does not name it. */
function readsOf(node: Node, above: string | null): Read[] {
  const type = node['Node Type']
  const loops = node['Actual Loops'] ?? 0
  const table = node['Relation Name'] ?? (type.startsWith('Bitmap') ? above : null)
  const own: Read[] =
    table === null || !type.includes('Scan')
      ? []
      : [
          {
            table,
            isSequential: type === 'Seq Scan' && loops > 0,
            index: node['Index Name'] ?? null,
            rows: loops * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)),
          },
        ]
  return [...own, ...(node.Plans ?? []).flatMap((child) => readsOf(child, table ?? above))]
}
