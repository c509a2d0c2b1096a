import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type OperatorRequest, type OperatorRoute, route } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { applyOrRequest, changeRoute } from '../../approvals/apply-or-request.ts'
import { refusal, refuseBroken } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { changeLimit, listLimits } from '../player-limits.ts'
import { BEGINNING, changeChannel, channelSubject, findChannel, listChannels } from './channel.ts'
import { cancelFees, changeFees, previewFees } from './fees.ts'

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

export const channelChanges = { channel_fees: changeFees, player_limit: changeLimit }

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
