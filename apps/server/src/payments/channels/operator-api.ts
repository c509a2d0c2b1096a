import type { ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { dryRun, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type OperatorRequest, type OperatorRoute, route } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { applyOrRequest, changeRoute } from '../../approvals/apply-or-request.ts'
import { approvedAs, type ChangeHandler, type InputOfChange } from '../../approvals/kinds.ts'
import { fromSeconds, toSeconds } from '../../platform/clock.ts'
import { refusal, refuseBroken } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { changeLimit, listLimits } from '../player-limits.ts'
import {
  BEGINNING,
  changeChannel,
  channelSubject,
  feeColumns,
  findChannel,
  listChannels,
  lockChannel,
  readChannel,
} from './channel.ts'

type Creation = OperatorRequest<typeof contract.createChannel>

const currencies = new Set(Intl.supportedValuesOf('currency'))

const FIRST_VERSION = 1

export const channelRoutes = (services: Services): OperatorRoute[] => [
  route(contract.listChannels, ({ db }) => listChannels({ ...services, db })),
  route(contract.createChannel, (request) => createChannel(services, request)),
  route(contract.renameChannel, (request) => renameChannel(services, request)),
  changeRoute(services, 'channel_fees', changeFees, ({ code }) => findChannel(services.db, code, services.clock.now())),
  route(contract.previewChannelFees, ({ input }) => previewFees(services, input)),
  route(contract.cancelChannelFees, (request) => cancelFees(services, request)),
  route(contract.listPlayerLimits, ({ db }) => listLimits(db)),
  changeRoute(services, 'player_limit', changeLimit, () => listLimits(services.db)),
]

/** A channel starts without fees; requested fees need a second admin, like any that are raised. */
async function createChannel(services: Services, { input, actor }: Creation) {
  const { code, reason, deposit_fee_bp, withdraw_fee_bp } = input
  if (!currencies.has(input.currency_code)) throw refusal('currency_unknown')
  await insertChannel(services, { input, actor })
  const fees = { code, version: FIRST_VERSION, deposit_fee_bp, withdraw_fee_bp, reason }
  const isFree = deposit_fee_bp === 0 && withdraw_fee_bp === 0
  const request = isFree
    ? null
    : await applyOrRequest(services, { kind: 'channel_fees', input: fees, actor }, changeFees)
  return { ...(await findChannel(services.db, code, services.clock.now())), request }
}

async function insertChannel({ db, clock }: Services, { input, actor }: Creation) {
  const { code, name, currency_code, reason } = input
  const at = clock.now()
  await db
    .transaction(async (tx) => {
      const id = uuidv7()
      await tx.execute(sql`
        insert into channel (id, code, name, currency_code) values (${id}, ${code}, ${name}, ${currency_code})`)
      await tx.execute(sql`
        insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp) values (${id}, ${BEGINNING}, 0, 0)`)
      const after = { code, name, currency_code }
      await writeAudit(tx, { at, actor, reason }, channelSubject(code), 'channel.create', { after })
    })
    .catch(refuseBroken({ channel_code_key: 'channel_exists' }))
}

const renameChannel = (services: Services, request: OperatorRequest<typeof contract.renameChannel>) =>
  changeChannel(services, request, async (tx, { id, name: before }) => {
    const { name } = request.input
    await tx.execute(sql`update channel set name = ${name} where id = ${id}`)
    return { action: 'channel.rename', before: { name: before }, after: { name } }
  })

type Input = InputOfChange<'channel_fees'>
type NewFees = Pick<Input, 'deposit_fee_bp' | 'withdraw_fee_bp' | 'valid_from'>
type Fees = Pick<RowOf<typeof feeColumns>, 'deposit_fee_bp' | 'withdraw_fee_bp'>

/** One admin can lower fees; raising them needs a second admin. */
const changeFees: ChangeHandler<Input> = async (tx, input, by) => {
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

const cancelFees = (services: Services, request: OperatorRequest<typeof contract.cancelChannelFees>) =>
  changeChannel(services, request, async (tx, { id }, at) => {
    const from = fromSeconds(request.input.valid_from)
    if (from <= at) throw refusal('fee_already_in_effect')
    const [before] = await query(tx, feeColumns)`
      delete from channel_fee where channel_id = ${id} and valid_from = ${from}
      returning valid_from, deposit_fee_bp, withdraw_fee_bp`
    if (!before) throw refusal('not_found')
    return { action: 'channel.cancel-fees', before, after: null }
  })

const previewFees = ({ db, clock }: Services, input: ParsedInputOf<typeof contract.previewChannelFees>) =>
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

export const channelChanges = { channel_fees: changeFees, player_limit: changeLimit }
