import { defaultLanguage, type OutputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { type readChecklist as call, checklistSteps } from '@cashbox/contract/operator'
import { col, type Queryable, queryOne } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, writeAudit } from '../../access/audit.ts'
import type { SignedInOperator } from '../../access/operator-sessions.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { type Milestone, noteMilestone } from '../../platform/milestones.ts'
import type { Services } from '../../platform/services.ts'

const columns = {
  second_factor: col.bool,
  channel: col.bool,
  rates: col.bool,
  partner: col.bool,
  partner_limit: col.bool,
  mail: col.bool,
  backup: col.bool,
  verification: col.bool,
  is_hidden: col.bool,
}

export const checklistRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readChecklist, () => readChecklist(services.db)),
  route(contract.sendTestMail, ({ operator, actor }) => sendTestMail(services, operator, actor)),
  route(contract.confirmBackup, ({ actor }) => reachMilestone(services, 'backup_restored', actor)),
  route(contract.hideChecklist, ({ actor }) => reachMilestone(services, 'checklist_hidden', actor)),
]

/** Read from the present state, so that a step that was undone is open again. */
async function readChecklist(db: Queryable): Promise<OutputOf<typeof call>> {
  const { is_hidden, ...done } = await queryOne(db, columns)`
    select exists (select 1 from operator where totp_since is not null and disabled_at is null) as second_factor,
           exists (select 1 from channel where not is_demo) as channel,
           exists (select 1 from rate join channel on channel.currency_code = rate.currency_code
                   where not channel.is_demo) as rates,
           exists (select 1 from partner_key where activated_at is not null and disabled_at is null) as partner,
           exists (select 1 from partner_key where activated_at is not null and disabled_at is null) and not exists (
             select 1 from partner_key as key join partner on partner.id = key.partner_id
             cross join channel
             left join partner_position as position
               on position.partner_id = partner.id and position.currency_code = channel.currency_code
             where key.activated_at is not null and key.disabled_at is null and partner.disabled_at is null
               and not channel.is_demo and position.credit_limit is null) as partner_limit,
           exists (select 1 from milestone where name = 'mail_tested') as mail,
           exists (select 1 from milestone where name = 'backup_restored')
             or exists (select 1 from backup where broken_rules = 0) as backup,
           coalesce((select failed_checks = '[]' from verification where finished_at is not null
                     order by started_at desc limit 1), false) as verification,
           exists (select 1 from milestone where name = 'checklist_hidden') as is_hidden`
  return { is_hidden, steps: checklistSteps.map((name) => ({ name, is_done: done[name] })) }
}

/** Records what only an operator can know, such as a restored back-up. */
async function reachMilestone({ db, clock }: Services, name: Milestone, actor: Actor) {
  const at = clock.now()
  await db.transaction(async (tx) => {
    await noteMilestone(tx, name, at, actor.name)
    await writeAudit(tx, { at, actor }, { kind: 'checklist', id: name }, 'checklist.note')
  })
  return {}
}

/** Queued like every e-mail. The worker records the milestone when the mail server accepts it. */
async function sendTestMail(services: Services, operator: SignedInOperator, actor: Actor) {
  const { email, name, language } = operator
  await services.db.transaction(async (tx) => {
    await enqueueMail(tx, services, {
      to: email,
      language: language ?? defaultLanguage,
      template: 'test_letter',
      name,
      link: `${services.config.consoleUrl}/console/settings`,
    })
    const subject = { kind: 'operator', id: operator.operatorId }
    await writeAudit(tx, { at: services.clock.now(), actor }, subject, 'mail.test')
  })
  return { to: email }
}
