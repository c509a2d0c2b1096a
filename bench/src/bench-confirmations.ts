import type { Client } from 'pg'
import { runHttp } from './http-load.ts'
import { type Measurement, median } from './measurement.ts'
import { runPgbench } from './pgbench.ts'
import { addTransactions } from './prepare.ts'

const ROUNDS = 3
/** How many confirmations each run makes, by clients: some seconds' worth. */
const COUNTS: readonly (readonly [clients: number, count: number])[] = [
  [1, 800],
  [8, 3_200],
  [32, 6_400],
]

interface Bench {
  readonly db: Client
  readonly server: { readonly port: number }
  readonly pgbench: string | null
  readonly pgPort: number
  readonly database: string
  readonly print: (line: string) => void
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits))

/** Confirmations a second over HTTP beside pgbench calling the same function, turn by turn in one run. */
export async function benchConfirmations({ db, server, pgbench, pgPort, database, print }: Bench) {
  const total = COUNTS.reduce((sum, [, count]) => sum + count, 0) * 2 * 2 * ROUNDS + 2_000
  print(`Opening ${total} transactions …`)
  await addTransactions(db, total)
  let start = 0
  const take = (count: number) => {
    start += count
    return start - count
  }
  await runHttp({ port: server.port, clients: 8, start: take(2_000), count: 2_000, hot: false })
  const figures: Record<string, number | null> = {}
  print('Confirmations on PostgreSQL, fsync on           HTTP/s   p50 ms   p99 ms  pgbench/s    ratio')
  for (const hot of [false, true]) {
    for (const [clients, count] of COUNTS) {
      const http: Measurement[] = []
      const direct: Measurement[] = []
      for (let turn = 0; turn < ROUNDS; turn++) {
        if (pgbench !== null) {
          direct.push(runPgbench({ pgbench, port: pgPort, database, clients, start: take(count), count, hot }))
        }
        http.push(await runHttp({ port: server.port, clients, start: take(count), count, hot }))
      }
      const perSecond = median(http.map((one) => one.perSecond))
      const directPerSecond = direct.length > 0 ? median(direct.map((one) => one.perSecond)) : null
      const name = `${hot ? 'hot' : 'many'}_${clients}`
      Object.assign(figures, {
        [`${name}_per_second`]: round(perSecond),
        [`${name}_p50_ms`]: round(median(http.map(({ p50Ms }) => p50Ms)), 2),
        [`${name}_p99_ms`]: round(median(http.map(({ p99Ms }) => p99Ms)), 2),
        [`${name}_pgbench_per_second`]: directPerSecond && round(directPerSecond),
        [`${name}_ratio`]: directPerSecond && round(perSecond / directPerSecond, 2),
      })
      const columns = ['per_second', 'p50_ms', 'p99_ms', 'pgbench_per_second', 'ratio'].map((key) =>
        String(figures[`${name}_${key}`] ?? '-').padStart(9),
      )
      print(
        `  ${hot ? 'one hot agent' : 'many agents  '}, ${String(clients).padStart(2)} clients`.padEnd(44) +
          columns.join(''),
      )
    }
  }
  await expectAllConfirmed(db, start)
  return figures
}

/** pgbench does not look at answers: a refusal is quick, and would make its figure worthless. */
async function expectAllConfirmed(db: Client, sent: number) {
  const { rows } = await db.query<{ confirmed: string }>(
    "select count(*) as confirmed from player_transaction where state = 'confirmed' and player_id like 'player %'",
  )
  if (Number(rows[0]?.confirmed) !== sent) throw new Error(`${rows[0]?.confirmed} of ${sent} were confirmed`)
}
