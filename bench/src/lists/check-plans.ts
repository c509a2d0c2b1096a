import type { Call } from './calls.ts'
import type { ConsoleClient } from './console-client.ts'
import type { Read } from './plan-listener.ts'

/** So often that PostgreSQL has decided whether it keeps a plan, which it does at the sixth time. */
const TURNS = 7

export interface Planned {
  /** The most rows that one call read. */
  readonly rowsRead: number
  readonly sequential: readonly string[]
  readonly indexes: readonly string[]
}

/** What a call reads. Only tables of some size count: a small one is best read as it is. */
export async function planCall(
  client: ConsoleClient,
  { path }: Call,
  listener: { take(): Read[] },
  largeTables: ReadonlySet<string>,
): Promise<Planned> {
  const turns: Read[][] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    listener.take()
    await client.time(path)
    turns.push(listener.take().filter(({ table }) => largeTables.has(table)))
  }
  const reads = turns.flat()
  return {
    rowsRead: Math.max(...turns.map((turn) => turn.reduce((sum, { rows }) => sum + rows, 0))),
    sequential: [...new Set(reads.filter(({ isSequential }) => isSequential).map(({ table }) => table))],
    indexes: [...new Set(reads.flatMap(({ index }) => index ?? []))].toSorted(),
  }
}
