import { connect, createServer } from 'node:net'
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

const NOTICE = 'N'.charCodeAt(0)
const HEAD = 5

// Plans come as notices to the client that made the statement, that is the server; so they are read on their way to it.
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Makes PostgreSQL report the plan of every statement, and sits between it and the server to read it. */
export async function listenForPlans(db: Client, port: number, database: string) {
  for (const [name, value] of Object.entries(SETTINGS))
    await db.query(`alter database ${database} set ${name} = '${value}'`)
  const reads: Read[] = []
  const proxy = createServer((inward) => {
    const outward = connect({ host: '127.0.0.1', port })
    inward.pipe(outward)
    outward.pipe(inward)
    outward.on(
      'data',
      eachMessage((type, body) => {
        if (type === NOTICE) reads.push(...readsOf(body.toString()))
      }),
    )
    for (const socket of [inward, outward]) socket.on('error', () => [inward, outward].forEach((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen')
  return {
    port: address.port,
    /** Everything that was read since the last time, as far as the answers have come. */
    take: (): Read[] => reads.splice(0),
    stop: () => new Promise((resolve) => proxy.close(resolve)),
  }
}

/** Messages of PostgreSQL: a letter, the length of the rest, and the rest. */
function eachMessage(onMessage: (type: number, body: Buffer) => void) {
  let waiting = Buffer.alloc(0)
  return (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= HEAD) {
      const end = 1 + waiting.readInt32BE(1)
      if (waiting.length < end) return
      onMessage(waiting.readUInt8(0), waiting.subarray(HEAD, end))
      waiting = waiting.subarray(end)
    }
  }
}

function readsOf(notice: string): Read[] {
  const begin = notice.indexOf('plan:\n')
  if (begin < 0) return []
  // Fields of a notice end with a zero byte.
  const { Plan } = JSON.parse(notice.slice(begin + 'plan:\n'.length).split('\0', 1)[0] ?? '') as { Plan: Node }
  return nodesOf(Plan, null).flatMap(([node, table]) => {
    if (table === null || !node['Node Type'].includes('Scan')) return []
    const rows = (node['Actual Loops'] ?? 0) * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0))
    const isSequential = node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0
    return [{ table, isSequential, index: node['Index Name'] ?? null, rows }]
  })
}

/** With the table each is about: the index scan below a bitmap does not name it. */
const nodesOf = (node: Node, above: string | null): [Node, string | null][] => {
  const table = node['Relation Name'] ?? (node['Node Type'].startsWith('Bitmap') ? above : null)
  return [[node, table], ...(node.Plans ?? []).flatMap((child) => nodesOf(child, table ?? above))]
}
