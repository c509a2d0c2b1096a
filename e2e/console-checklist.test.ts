import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

test('a new network leads its admin: each step to where it is done, gone once it is hidden', async () => {
  await stage.world.db.execute(sql`delete from milestone`)
  const desk = await stage.newDesk({ as: 'admin' })
  await desk.goto('/console/today')
  const list = desk.getByRole('list').filter({ hasText: 'Create a channel' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Create a channel' }).getByLabel('Done')).toBeVisible()
  // The seeded applicant is ready for review.
  await expect(desk.getByRole('region', { name: 'To do' })).toContainText('Pending Agent')
  await list.getByRole('link', { name: 'Send yourself a test e-mail' }).click()
  await desk.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await expect(desk.getByText('The e-mail to admin@cashbox.test is on its way.')).toBeVisible()
  await desk.goto('/console/today')
  await desk.getByRole('button', { name: 'I have verified a restore' }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Restore a backup' }).getByLabel('Done')).toBeVisible()
  await desk.getByRole('button', { name: 'Hide this list' }).click()
  await expect(desk.getByText('Before your first day')).toHaveCount(0)
  expectQuiet(desk)
})
