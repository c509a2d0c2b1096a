import { LONG, SHORT } from './bench-reading.ts'
import { thisMonth, timer } from './get-timer.ts'
import { round } from './measurement.ts'
import type { Network } from './network.ts'
import { addStatement } from './prepare.ts'

const PAGE = 10

/** A page of the statement must cost the same at any depth and for every kind. Follows `benchReading`, whose agents it reads. */
export async function benchStatement({ db, server }: Network, print: (line: string) => void) {
  await addStatement(db, LONG.agent)
  await addStatement(db, SHORT.agent)
  const { from, to } = thisMonth()
  const time = timer(server.port)
  const page = (filter: string) => time(`/user/statement?from=${from}&to=${to}&limit=${PAGE}${filter}`, LONG.agent)
  const explanation = `/user/statement/explanation?from=${from}&to=${to}`
  const first = await page('')
  const last = await page(`&cursor=${PAGE + 1}`)
  const firstOfKind = await page('&kind=deposit')
  const lastOfKind = await page(`&kind=deposit&cursor=${PAGE + 1}`)
  // The only adjustment is the oldest of all lines.
  const rareKind = await page('&kind=adjustment')
  const short = await time(explanation, SHORT.agent)
  const long = await time(explanation, LONG.agent)
  const figures = {
    statement_first_page_p50_ms: round(first, 2),
    statement_last_page_p50_ms: round(last, 2),
    statement_ratio: round(last / first, 2),
    statement_kind_first_page_p50_ms: round(firstOfKind, 2),
    statement_kind_last_page_p50_ms: round(lastOfKind, 2),
    statement_kind_ratio: round(lastOfKind / firstOfKind, 2),
    statement_rare_kind_p50_ms: round(rareKind, 2),
    explanation_10_lines_p50_ms: round(short, 2),
    explanation_500000_lines_p50_ms: round(long, 2),
    explanation_ratio: round(long / short, 2),
  }
  print(`Statement of ${LONG.rows} lines: first page ${round(first, 2)} ms, last page ${round(last, 2)} ms`)
  print(`… deposits alone: first page ${round(firstOfKind, 2)} ms, last page ${round(lastOfKind, 2)} ms`)
  print(`… the one adjustment, its oldest line: ${round(rareKind, 2)} ms`)
  print(`Explanation of a month: ${SHORT.rows} lines ${round(short, 2)} ms, ${LONG.rows} lines ${round(long, 2)} ms`)
  return figures
}
