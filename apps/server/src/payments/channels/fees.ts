import type { ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import { dryRun, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { approvedAs, type ChangeHandler, type InputOfChange } from '../../approvals/kinds.ts'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { changeChannel, channelSubject, feeColumns, lockChannel, readChannel } from './channel.ts'

type Input = InputOfChange<'channel_fees'>
type NewFees = Pick<Input, 'deposit_fee_bp' | 'withdraw_fee_bp' | 'valid_from'>
type Fees = Pick<RowOf<typeof feeColumns>, 'deposit_fee_bp' | 'withdraw_fee_bp'>

/** One admin can lower fees; raising them needs a second admin. */
export const changeFees: ChangeHandler<Input> = async (tx, input, by) => {
  const channel = await lockChannel(tx, input)
  const { deposit_fee_bp, withdraw_fee_bp } = input
  const { from, before } = await writeFees(tx, channel.id, input, by.at)
  await tx.execute(sql`update channel set version = version + 1 where id = ${channel.id}`)
  const subject = channelSubject(channel.code)
  await writeAudit(tx, { ...by, reason: input.reason }, subject, 'channel.set-fees', {
    before,
    after: { valid_from: from, deposit_fee_bp, withdraw_fee_bp, ...approvedAs(by) },
  })
  return {
    subject: { ...subject, name: channel.name },
    before: inPercent(before),
    after: { ...inPercent(input), ...(input.valid_from === undefined ? {} : { valid_from: from }) },
    needsApproval: [
      ...(deposit_fee_bp > before.deposit_fee_bp ? (['deposit_fee'] as const) : []),
      ...(withdraw_fee_bp > before.withdraw_fee_bp ? (['withdraw_fee'] as const) : []),
    ],
  }
}

const inPercent = ({ deposit_fee_bp, withdraw_fee_bp }: Fees) => ({
  deposit_fee: `${deposit_fee_bp / 100} %`,
  withdraw_fee: `${withdraw_fee_bp / 100} %`,
})

/** Fees start now or later. Only fees that have not started can be replaced. */
async function writeFees(tx: Tx, channelId: string, fees: NewFees, at: Date) {
  const from = fees.valid_from === undefined ? at : fromSeconds(fees.valid_from)
  if (from < at) throw refusal('fee_already_in_effect')
  const before = await feesAt(tx, channelId, from)
  await tx.execute(sql`
    insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
    values (${channelId}, ${from}, ${fees.deposit_fee_bp}, ${fees.withdraw_fee_bp})
    on conflict (channel_id, valid_from) do update set
      deposit_fee_bp = excluded.deposit_fee_bp, withdraw_fee_bp = excluded.withdraw_fee_bp`)
  return { from, before }
}

const feesAt = (tx: Tx, channelId: string, at: Date) => queryOne(tx, feeColumns)`
    select valid_from, deposit_fee_bp, withdraw_fee_bp from channel_fee
    where channel_id = ${channelId} and valid_from <= ${at} order by valid_from desc limit 1`

export const cancelFees = (services: Services, request: OperatorRequest<typeof contract.cancelChannelFees>) =>
  changeChannel(services, request, async (tx, { id }, at) => {
    const from = fromSeconds(request.input.valid_from)
    if (from <= at) throw refusal('fee_already_in_effect')
    const [before] = await query(tx, feeColumns)`
      delete from channel_fee where channel_id = ${id} and valid_from = ${from}
      returning valid_from, deposit_fee_bp, withdraw_fee_bp`
    if (!before) throw refusal('not_found')
    return { action: 'channel.cancel-fees', before, after: null }
  })

export const previewFees = ({ db, clock }: Services, input: ParsedInputOf<typeof contract.previewChannelFees>) =>
  db.transaction(async (tx) => {
    const at = clock.now()
    const { id } = await lockChannel(tx, input)
    const before = await readFees(tx, id, at)
    const { from, after } = await dryRun(tx, async () => {
      const written = await writeFees(tx, id, input, at)
      return { from: toSeconds(written.from), after: await readFees(tx, id, at) }
    })
    const isFrom = ({ valid_from }: { valid_from: number | null }) => valid_from === from
    const fee = after.find(isFrom)
    if (!fee) throw new Error('fees that were just written are not there')
    return { fee, replaced: before.find((known) => known.state === 'future' && isFrom(known)) ?? null }
  })

const readFees = async (tx: Tx, id: string, at: Date) => (await readChannel(tx, id, at)).channel.fees
