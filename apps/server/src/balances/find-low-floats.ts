import { col, query, sql } from '@cashbox/postgres/database'
import { writeNotice } from '../notices/notice.ts'
import type { JobServices } from '../platform/services.ts'

const AT_ONCE = 200
const columns = { agent_id: col.uuid, balance: col.int8, low_float: col.int8, asset: col.text }

/** Notifies agents once below their threshold. The balance has to rise a tenth above it before the next notice. */
export async function findLowFloats({ db, clock, live }: JobServices): Promise<void> {
  await db.execute(sql`
    update notice_setting as setting set low_since = null
    from agent join account on account.id = agent.float_id
    where agent.id = setting.agent_id and low_since is not null and low_float is not null
      and account.balance >= low_float + low_float / 10`)
  const low = await query(db, columns)`
    select setting.agent_id, account.balance, low_float, account.asset
    from notice_setting as setting join agent on agent.id = setting.agent_id
    join account on account.id = agent.float_id
    where low_float is not null and low_since is null and account.balance < low_float and agent.status = 'approved'
    limit ${AT_ONCE}`
  for (const { agent_id, balance, low_float, asset } of low) {
    const isNotified = await db.transaction(async (tx) => {
      const now = clock.now()
      const mine = await tx.execute(sql`
        update notice_setting set low_since = ${now}
        where agent_id = ${agent_id} and low_since is null and low_float = ${low_float}`)
      if (mine === 0) return false
      const data = { balance: balance.toString(), threshold: low_float.toString(), currency_code: asset }
      await writeNotice(tx, agent_id, { kind: 'low_float', data }, now)
      return true
    })
    if (isNotified) live.publish(agent_id, 'notices')
  }
}
