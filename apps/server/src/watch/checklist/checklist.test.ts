import * as contract from '@cashbox/contract/operator'
import { noteBackup } from '@cashbox/operations/backup/backup-source'
import { sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAlerts } from '../list-alerts.ts'
import { storeVerification } from '../read-status.ts'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld({ worker: true })
  admin = await operatorOf(world.address, 'admin')
  await world.db.execute(sql`delete from milestone`)
})
afterAll(() => world.close())

const read = async () => (await admin.call(contract.readChecklist, {})).payload
const done = async () => (await read()).steps.filter(({ is_done }) => is_done).map(({ name }) => name)

test('limits are set when each partner with a key has one in every currency', async () => {
  await openPartner(world)
  expect(await done()).not.toContain('partner_limit')
  await world.db.execute(sql`
    insert into partner_position (partner_id, currency_code, credit_limit)
    select partner.id, channel.currency_code, 0 from partner cross join channel where not channel.is_demo
    on conflict (partner_id, currency_code) do update set credit_limit = excluded.credit_limit`)
  expect(await done()).toContain('partner_limit')
})

test('the checklist follows what the network has, and a letter counts when the mail server has taken it', async () => {
  expect(await done()).not.toContain('mail')
  const { payload } = await admin.call(contract.sendTestMail, {})
  expect(payload).toEqual({ to: 'admin@cashbox.test' })
  await expect.poll(done, { timeout: 60_000 }).toContain('mail')

  expect(await done()).toContain('channel')
  await world.db.execute(sql`update channel set is_demo = true where not is_demo`)
  expect(await done()).not.toContain('channel')
})

test('a check of the books counts while its last outcome was good', async () => {
  await storeVerification(world, async () => [{ rule: 'a rule', violations: 1, examples: [] }])
  expect(await done()).not.toContain('verification')
  world.clock.advance(1)
  await storeVerification(world, async () => [])
  expect(await done()).toContain('verification')
})

test('a back-up that was restored and holds all rules counts as seen', async () => {
  const note = { made_at: '2026-11-17T03:00:00Z', finished_at: '2026-11-17T03:01:00Z', bytes: 9 }
  await noteBackup(world.db, { ...note, broken_rules: null })
  await noteBackup(world.db, { ...note, broken_rules: 1 })
  expect(await done()).not.toContain('backup')
  await noteBackup(world.db, { ...note, broken_rules: 0 })
  expect(await done()).toContain('backup')
  await world.db.execute(sql`delete from backup`)
})

test('no back-up for longer than the limit is an alert, until the next one', async () => {
  const isOpen = async (alertAfterS: number | null) => {
    const config = { ...world.config, backup: { ...world.config.backup, alertAfterS } }
    return (await findAlerts({ ...world.services, config })).some(({ kind }) => kind === 'backup_overdue')
  }
  expect([await isOpen(3600), await isOpen(null)]).toEqual([true, false])
  const made_at = new Date(world.clock.now().getTime() - 2 * 3600_000).toISOString()
  await noteBackup(world.db, { made_at, finished_at: made_at, bytes: 9, broken_rules: 0 })
  expect([await isOpen(3600), await isOpen(3 * 3600)]).toEqual([true, false])
  await world.db.execute(sql`delete from backup`)
})

test('an admin confirms that a back-up was restored, and can hide the list; both are in the audit', async () => {
  expect(await read()).toMatchObject({ is_hidden: false })
  expect(await done()).not.toContain('backup')
  expect((await admin.call(contract.confirmBackup, {})).status).toBe(200)
  expect(await done()).toContain('backup')
  expect((await admin.call(contract.hideChecklist, {})).status).toBe(200)
  expect(await read()).toMatchObject({ is_hidden: true })
  const { list } = (await admin.call(contract.listAudit, { action: 'checklist.note' })).payload
  expect(list.map(({ subject_id }) => subject_id).toSorted()).toEqual(['backup_restored', 'checklist_hidden'])
})
