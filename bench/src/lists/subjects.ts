import type { Client } from 'pg'

export type Subjects = Awaited<ReturnType<typeof findSubjects>>

interface Agent {
  readonly id: string
  readonly cash_id: string
  readonly email: string
  readonly phone: string
  readonly first_name: string
  readonly last_name: string
  readonly confirmations: number
}

export async function findSubjects(db: Client, exportedRows: number) {
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await db.query<Row>(text, values)
    if (!rows[0]) throw new Error(`nothing came of ${text}`)
    return rows[0]
  }
  const agent = (order: string) =>
    one<Agent>(`
      select agent.id, cash_id, email, phone, first_name, last_name, (
               select max(number)::integer from confirmation where agent_id = agent.id) as confirmations
      from agent join account on account.id = agent.float_id
      where agent.status = 'approved' and phone is not null and account.version between 5 and 1000000 order by ${order} limit 1`)
  const [busy, quiet] = [await agent('account.version desc'), await agent('account.version, cash_id')]
  const id = async (text: string, values: unknown[] = []) => (await one<{ id: string }>(text, values)).id
  const place = "(extract(epoch from at) * 1000000)::bigint || '-' || id as id"
  const exported = await one<{ from: number; to: number }>(
    `select epoch_seconds(min(created_at))::integer as from, epoch_seconds(max(created_at))::integer as to
     from (select created_at from player_transaction order by created_at desc offset 1000 limit $1) as taken`,
    [exportedRows],
  )
  return {
    /** Has a tenth of all confirmations; the other has a few. */
    busy,
    quiet,
    operatorId: await id("select id from operator where email = 'operator-7@cashbox.test'"),
    requestId: await id(
      "select id from approval_request where state = 'completed' and amount is not null order by number desc limit 1",
    ),
    changeId: await id('select id from approval_request where amount is null order by number desc limit 1'),
    /** Places in the middle of long lists, as a page before them would have named them. */
    cursors: {
      transactions: await id(
        `select ${place} from (select created_at as at, id from player_transaction order by created_at
         offset (select count(*) / 2 from player_transaction) limit 1) as middle`,
      ),
      ofBusy: await id(
        `select ${place} from (select finished_at as at, player_transaction_id as id from confirmation
         where agent_id = $1 and number = $2) as middle`,
        [busy.id, Math.floor(busy.confirmations / 2)],
      ),
      agents: await id('select percentile_disc(0.5) within group (order by cash_id)::text as id from agent'),
      requests: await id('select (max(number) / 2)::text as id from approval_request'),
      topups: await id("select id from topup where state = 'held' order by id desc offset 10 limit 1"),
      audit: await id('select (max(number) / 2)::text as id from audit_entry'),
    },
    /** As many transactions as the export takes are between these two moments, in seconds. */
    exported,
  }
}
