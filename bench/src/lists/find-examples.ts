import type { Client } from 'pg'

interface Agent {
  readonly id: string
  readonly cash_id: string
  readonly email: string
  readonly phone: string
  readonly first_name: string
  readonly last_name: string
  readonly confirmations: number
}

/** What stands for {…} in calls.txt, and two moments between which there are as many transactions as a file takes. */
export async function findExamples(db: Client, exportedRows: number) {
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await db.query<Row>(text, values)
    if (!rows[0]) throw new Error(`nothing came of ${text}`)
    return rows[0]
  }
  const id = async (text: string, values: unknown[] = []) => (await one<{ id: string }>(text, values)).id
  const agent = (order: string) =>
    one<Agent>(`
      select agent.id, cash_id, person.email, phone, first_name, last_name, (
               select max(number)::integer from confirmation where agent_id = agent.id) as confirmations
      from agent join account on account.id = agent.float_id join person on person.id = owner_id
      where agent.status = 'approved' and phone is not null and account.version between 5 and 1000000 order by ${order} limit 1`)
  // The first has a tenth of all confirmations, the other a few.
  const [busy, quiet] = [await agent('account.version desc'), await agent('account.version, cash_id')]
  const busyMiddle = Math.floor(busy.confirmations / 2)
  // A cursor, as a page before the middle of a long list would have given it.
  const cursor = "(extract(epoch from at) * 1000000)::bigint || '-' || id as id"
  const examples: Readonly<Record<string, string>> = {
    ...examplesOf('busy', busy),
    ...examplesOf('quiet', quiet),
    'busy.middle': String(busyMiddle),
    operator: await id("select id from operator where email = 'operator-7@cashbox.test'"),
    request: await id(
      "select id from approval_request where state = 'completed' and amount is not null order by number desc limit 1",
    ),
    change: await id('select id from approval_request where amount is null order by number desc limit 1'),
    'middle.transactions': await id(
      `select ${cursor} from (select created_at as at, id from player_transaction order by created_at
       offset (select count(*) / 2 from player_transaction) limit 1) as middle`,
    ),
    'middle.of_busy': await id(
      `select ${cursor} from (select finished_at as at, player_transaction_id as id from confirmation
       where agent_id = $1 and number = $2) as middle`,
      [busy.id, busyMiddle],
    ),
    'middle.agents': await id('select percentile_disc(0.5) within group (order by cash_id)::text as id from agent'),
    'middle.requests': await id('select (max(number) / 2)::text as id from approval_request'),
    'middle.topups': await id("select id from topup where state = 'held' order by id desc offset 10 limit 1"),
    'middle.audit': await id('select (max(number) / 2)::text as id from audit_entry'),
  }
  const exported = await one<{ from: number; to: number }>(
    `select epoch_seconds(min(created_at))::integer as from, epoch_seconds(max(created_at))::integer as to
     from (select created_at from player_transaction order by created_at desc offset 1000 limit $1) as taken`,
    [exportedRows],
  )
  return { examples, exported }
}

const examplesOf = (name: string, agent: Agent) => ({
  ...Object.fromEntries(Object.entries(agent).map(([field, value]) => [`${name}.${field}`, String(value)])),
  [`${name}.email_start`]: agent.email.slice(0, 5),
  [`${name}.phone_end`]: agent.phone.slice(-4),
})
