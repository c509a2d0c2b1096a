import { agentId, tokenOf } from '../prepare.ts'
import { AMOUNT_MINOR, confirmation } from './confirmation.ts'
import { asAgent, type Tally } from './tally.ts'
import { readFloat, type Target } from './target.ts'

const AT_ONCE = 60
const FIRST = 30

/** Many at the same moment: one transaction, one float. Exactly what was answered has happened. */
export async function attackWithRaces(target: Target, tally: Tally) {
  const confirm = async (agent: number, number: number) => {
    const { status } = await tally.send(
      'a confirmation',
      '/api/payments/confirm',
      asAgent(tokenOf(agent), confirmation(number)),
    )
    return status === 200
  }

  const before = await sumOfFloats(target)
  for (let round = 0; round < 10; round++) {
    const wanted = target.nextDeposit()
    const won = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => confirm(FIRST + index, wanted)))
    const winners = won.filter(Boolean).length
    if (winners !== 1) tally.finding(`one transaction was confirmed ${winners} times`)
  }
  const taken = before - (await sumOfFloats(target))
  if (taken !== 10n * AMOUNT_MINOR) tally.finding(`ten confirmations have taken ${taken} from the floats`)

  const poor = FIRST + AT_ONCE
  const covered = 7n
  await emptyFloat(target, agentId(poor), covered * AMOUNT_MINOR + 1n)
  const done = await Promise.all(Array.from({ length: 40 }, () => confirm(poor, target.nextDeposit())))
  const count = BigInt(done.filter(Boolean).length)
  const left = await readFloat(target, agentId(poor))
  if (count !== covered || left !== 1n) tally.finding(`a float for ${covered} gave ${count}, and has ${left} left`)
}

async function sumOfFloats({ db }: Target): Promise<bigint> {
  const ids = Array.from({ length: AT_ONCE }, (_, index) => agentId(FIRST + index))
  const { rows } = await db.query<{ sum: string }>(
    `select sum(balance) as sum from account where kind = 'float' and agent_id = any($1::uuid[])`,
    [ids],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** Leaves that much, by a transfer like any other. */
async function emptyFloat({ db }: Target, agent: string, left: bigint) {
  await db.query(
    `with moved as (
       select gen_random_uuid() as id, float.id as float_id, source.id as source_id, float.balance - $2::bigint as amount
       from account float join account source on source.agent_id = float.agent_id and source.kind = 'adjustment'
       where float.agent_id = $1 and float.kind = 'float')
     select post_transfers('adjustment', array[id], array['attack ' || id], array[null::text], array[now()],
                           array[id, id], array[float_id, source_id], array[-amount, amount]) from moved`,
    [agent, left],
  )
}
