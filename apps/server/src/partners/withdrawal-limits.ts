import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import type { setPartnerWithdrawalLimits as call } from '@cashbox/contract/operator'
import type { OperatorRequest } from '../access/admit-operator.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { auditChange, type ChangeHandler, refuseStale } from '../approvals/kinds.ts'
import { only, sql } from '../platform/database/database.ts'
import { invalidFields } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { readCeilings } from './exposure.ts'
import { partnerSubject } from './keys.ts'
import { lockPartner, readPartner } from './partner.ts'

type Input = ParsedInputOf<typeof call>
type Ceilings = Awaited<ReturnType<typeof readCeilings>>[number]

export async function setPartnerWithdrawalLimits(services: Services, { input, actor }: OperatorRequest<Input>) {
  const change = { kind: 'partner_limits', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, setWithdrawalLimits)
  return { partner: await readPartner(services.db, input.code), request }
}

/** One admin may lower a limit; raising it takes a second admin. */
export const setWithdrawalLimits: ChangeHandler<Input> = async (tx, input, context) => {
  const { code, currency_code, reason } = input
  const partner = await lockPartner(tx, code)
  const read = () => readCeilings(tx, partner.id, currency_code)
  const [before] = await read()
  if (!before) throw invalidFields({ currency_code: [{ code: 'currency_unknown' }] })
  refuseStale(context, partner.version === input.version, toFields(before))
  await tx.execute(sql`
    insert into partner_position (player_service_id, currency_code, max_open, max_per_day)
    values (${partner.id}, ${currency_code}, ${input.max_open}, ${input.max_per_day})
    on conflict (player_service_id, currency_code)
    do update set max_open = excluded.max_open, max_per_day = excluded.max_per_day`)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  const after = only(await read())
  return auditChange(tx, context, {
    action: 'partner.set-withdrawal-limits',
    reason,
    subject: { ...partnerSubject(code), name: partner.name },
    before: { currency_code, ...toFields(before) },
    after: { currency_code, ...toFields(after) },
    needsApproval: (['max_open', 'max_per_day'] as const).filter((field) => after[field] > before[field]),
  })
}

const toFields = ({ max_open, max_per_day }: Ceilings) => ({
  max_open: formatMinor(max_open),
  max_per_day: formatMinor(max_per_day),
})
