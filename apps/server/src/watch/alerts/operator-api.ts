import type { ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, changesBetween, writeAudit } from '../../access/audit.ts'
import { applyOrRequest } from '../../approvals/apply-or-request.ts'
import { auditChange, type ChangeHandler, refuseStale } from '../../approvals/kinds.ts'
import { problemOf } from '../../platform/http/post-outside.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import { newSigningSecret } from '../../platform/secrets/standard-webhooks.ts'
import type { Services } from '../../platform/services.ts'
import {
  type DestinationRow,
  destinationBinding,
  lockDestination,
  readDestination,
  readDestinations,
  toDestination,
} from './destination.ts'

export const alertRoutes = (services: Services): OperatorRoute[] => {
  const { db, clock } = services
  return [
    route(contract.listAlertDestinations, async () => ({ list: (await readDestinations(db)).map(toDestination) })),
    route(contract.addAlertDestination, ({ input, actor }) => addDestination(services, input, actor)),
    route(contract.activateAlertDestination, ({ input, actor }) => requestActivation(services, input, actor)),
    route(contract.changeAlertDestination, async ({ input, actor }) => {
      const change = { kind: 'alert_destination_change', input, reason: input.reason, actor } as const
      const request = await applyOrRequest(services, change, applyDestinationChange)
      return { destination: toDestination(await readDestination(db, input.destination_id)), request }
    }),
    /** Keeps the row for the notifications that were sent, and deletes the secret. Two admins have switched it off before. */
    route(contract.removeAlertDestination, ({ input, actor }) =>
      db.transaction(async (tx) => {
        const at = clock.now()
        const destination = await lockDestination(tx, input.destination_id)
        const { id, name, kind, target, version } = destination
        if (version !== input.version) throw refusal('version_conflict')
        const is_enabled = toDestination(destination).state === 'on'
        if (is_enabled) throw refusal('transition_not_allowed')
        await tx.execute(sql`
          update alert_destination set removed_at = ${at}, secret = null, version = version + 1 where id = ${id}`)
        await dropUnsent(tx, id, at)
        const before = { kind, name, target, is_enabled }
        const { reason } = input
        await writeAudit(tx, { at, actor, reason }, subjectOf(id), 'alert-destination.remove', { before })
      }),
    ),
    /** Queues a test message, unless one is still waiting. */
    route(contract.testAlertDestination, ({ input, actor }) =>
      db.transaction(async (tx) => {
        const at = clock.now()
        const { id, activated_at } = await lockDestination(tx, input.destination_id)
        if (activated_at === null) throw refusal('transition_not_allowed')
        const isNew = await tx.execute(sql`
          insert into alert_notification (id, destination_id, created_at, next_attempt_at) values (${uuidv7()}, ${id}, ${at}, ${at})
          on conflict (destination_id) where episode_id is null and sent_at is null and failed_at is null do nothing`)
        if (isNew > 0) await writeAudit(tx, { at, actor }, subjectOf(id), 'alert-destination.test')
        return { destination: toDestination(await readDestination(tx, id)) }
      }),
    ),
  ]
}

/**
 * Saves a destination with its secret sealed, and requests the approval of a second admin. The request has only the ID of
 * the destination, so a token is never in a request. The secret of a webhook is returned only here.
 */
async function addDestination(
  services: Services,
  input: ParsedInputOf<typeof contract.addAlertDestination>,
  actor: Actor,
) {
  const { db, clock, keyring, config } = services
  const { kind, name, target, language, alert_kinds, min_severity, reason } = input
  if (kind === 'webhook' && problemOf(target, config.mayBePrivate) !== null) {
    throw invalidFields({ target: [{ code: 'webhook_address_invalid' }] })
  }
  const id = uuidv7()
  const at = clock.now()
  const signing = kind === 'webhook' ? newSigningSecret() : null
  const secret = kind === 'telegram' ? input.token : signing
  const bot = kind === 'telegram' ? (input.token.split(':')[0] ?? '') : null
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into alert_destination (id, kind, name, target, bot, secret, language, alert_kinds, min_severity, created_at)
      values (${id}, ${kind}, ${name}, ${target}, ${bot}, ${secret && keyring.seal(secret, destinationBinding(id))},
        ${language}, ${alert_kinds && [...new Set(alert_kinds)]}::text[], ${min_severity}, ${at})`)
    const after = { kind, name, target, ...(bot === null ? {} : { bot }) }
    await writeAudit(tx, { at, actor, reason }, subjectOf(id), 'alert-destination.add', { after })
  })
  const requested = await requestActivation(services, { destination_id: id, reason }, actor)
  return { ...requested, secret: signing }
}

type Activation = ParsedInputOf<typeof contract.activateAlertDestination>

async function requestActivation(services: Services, input: Activation, actor: Actor) {
  const change = { kind: 'alert_destination', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, activateDestination)
  return { destination: toDestination(await readDestination(services.db, input.destination_id)), request }
}

const activateDestination: ChangeHandler<Activation> = async (tx, { destination_id, reason }, context) => {
  const destination = await lockDestination(tx, destination_id)
  if (destination.activated_at !== null) throw refusal('not_found')
  await tx.execute(sql`
    update alert_destination set activated_at = ${context.at}, version = version + 1 where id = ${destination_id}`)
  const { kind, name, target, bot } = destination
  const after = { kind, target, ...(bot === null ? {} : { bot }) }
  const subject = { ...subjectOf(destination_id), name }
  const change = { action: 'alert-destination.activate', reason, subject, before: null, after } as const
  return auditChange(tx, context, { ...change, needsApproval: ['target'] })
}

/** One admin alone could silence the alerts about what they do. */
const applyDestinationChange: ChangeHandler<ParsedInputOf<typeof contract.changeAlertDestination>> = async (
  tx,
  input,
  context,
) => {
  const before = await lockDestination(tx, input.destination_id)
  refuseStale(context, before.version === input.version, auditFacts(before))
  const kinds = input.alert_kinds === undefined ? before.alert_kinds : input.alert_kinds
  const disabledAt = input.is_enabled === undefined ? before.disabled_at : input.is_enabled ? null : context.at
  await tx.execute(sql`
    update alert_destination
    set name = ${input.name ?? before.name}, language = ${input.language ?? before.language},
        alert_kinds = ${kinds && [...new Set(kinds)]}::text[], min_severity = ${input.min_severity ?? before.min_severity},
        disabled_at = ${disabledAt}, version = version + 1
    where id = ${before.id}`)
  if (disabledAt !== null) await dropUnsent(tx, before.id, context.at)
  const after = await readDestination(tx, before.id)
  return auditChange(tx, context, {
    action: 'alert-destination.change',
    subject: { ...subjectOf(before.id), name: before.name },
    reason: input.reason,
    ...changesBetween(auditFacts(before), auditFacts(after)),
    needsApproval: silenced(before, after),
  })
}

const silenced = (before: DestinationRow, after: DestinationRow) => [
  ...(before.disabled_at === null && after.disabled_at !== null ? (['is_enabled'] as const) : []),
  ...(before.min_severity === 'warning' && after.min_severity === 'critical' ? (['min_severity'] as const) : []),
  ...(contract.alertKinds.some((kind) => isSent(before, kind) && !isSent(after, kind))
    ? (['alert_kinds'] as const)
    : []),
]

const isSent = ({ alert_kinds }: DestinationRow, kind: string) => alert_kinds?.includes(kind) ?? true

/** They would be out of date when the destination is enabled again. Alerts that are open then are planned again. */
async function dropUnsent(tx: Tx, id: string, at: Date) {
  await tx.execute(sql`
    delete from alert_notification where destination_id = ${id} and episode_id is not null and sent_at is null`)
  await tx.execute(sql`
    update alert_notification set failed_at = ${at}
    where destination_id = ${id} and episode_id is null and sent_at is null and failed_at is null`)
}

const auditFacts = ({ name, language, alert_kinds, min_severity, disabled_at }: DestinationRow) => ({
  name,
  language,
  alert_kinds: alert_kinds?.join(', ') ?? 'all',
  min_severity,
  is_enabled: disabled_at === null,
})

const subjectOf = (id: string) => ({ kind: 'alert_destination', id })

export const alertChanges = {
  alert_destination: activateDestination,
  alert_destination_change: applyDestinationChange,
}
