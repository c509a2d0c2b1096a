import { text } from 'node:stream/consumers'
import { listAgents, listPartnerEvents, redeliverEvent, setAgentTerms } from '@cashbox/contract/operator'
import { afterAll, beforeAll, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../apps/server/src/platform/log.ts'
import { startDelivery } from '../apps/server/src/workers/webhooks/start-delivery.ts'
import { operatorOf } from '../apps/server/test/operator-client.ts'
import { faults } from './access.ts'
import { makeAgent } from './agents.ts'
import { openDeposit } from './payments-popup.ts'
import { expect, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

test('chosen agents are taken as a file and suspended at once, the one that another operator changed is left and named, a reload shows it again, and all of it is undone', async () => {
  for (let made = 0; made < 4; made += 1) await makeAgent(stage.world, { status: 'approved' })
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/agents?status=approved&is_demo=false')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  const bar = page.getByRole('region', { name: 'Selected rows' })

  // The first box is that of all rows. A range with Shift, one less with x, and another more.
  await boxes.nth(1).check()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('Selected: 3')).toBeVisible()
  await page.locator('[data-row-link]').nth(1).focus()
  await page.keyboard.press('x')
  await expect(bar.getByText('Selected: 2')).toBeVisible()
  await page.locator('[data-row-link]').nth(3).focus()
  await page.keyboard.press('x')
  await expect(bar.getByText('Selected: 3')).toBeVisible()
  expect(await faults(page)).toEqual([])

  // The chosen rows as a file.
  await bar.getByRole('button', { name: /Export/ }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, for any program' }).click(),
  ])
  const lines = (await text(await file.createReadStream())).trim().split('\r\n')
  expect(lines).toHaveLength(4)

  const risk = await operatorOf(stage.world.address, 'risk')
  const { list } = (await risk.call(listAgents, { status: 'approved', is_demo: 'false' })).payload
  const changed = list[0]
  await risk.call(setAgentTerms, { agent_id: changed?.id ?? '', version: 1, geo_area: 60, reason: 'Moved' })

  await bar.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Note for those concerned').fill('The office is closed this week.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('Suspend: finished, 3 rows')).toBeVisible()
  const undone = result.getByRole('table', { name: 'Rows that were not done' })
  await expect(undone.getByRole('cell', { name: changed?.cash_id ?? '' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.reload()
  await expect(undone.getByRole('cell', { name: changed?.cash_id ?? '' })).toBeVisible()
  const { payload } = await risk.call(listAgents, { status: 'suspended', is_demo: 'false', limit: '2' })
  expect(payload.list.map(({ id }) => id)).toEqual([list[2]?.id, list[3]?.id])

  await result.getByRole('button', { name: 'Undo' }).click()
  await expect(result.getByText('Restore: finished, 2 rows')).toBeVisible()
  const after = (await risk.call(listAgents, { status: 'approved', is_demo: 'false' })).payload.list
  expect(after.map(({ id }) => id)).toEqual(list.map(({ id }) => id))
})

test('chosen events of a partner are sent again, one that was tried meanwhile is left and named, and the log shows the new tries', async () => {
  const { db, clock, keyring, address } = stage.world
  const delivery = startDelivery({ db, clock, keyring, mayBePrivate: true }, createLog('silent'))
  onTestFinished(() => delivery.stop())
  const support = await operatorOf(address, 'support')
  const agent = await makeAgent(stage.world)
  const ids: string[] = []
  for (let made = 0; made < 3; made += 1) {
    const transaction_id = await openDeposit(stage.world, '30.00')
    await stage.world.confirm(agent.token, { transaction_id, type: 'deposit', amount: '30.00' })
    ids.push(transaction_id)
  }
  const triesOf = async (transaction_id: string) => {
    const { list } = (await support.call(listPartnerEvents, { code: 'sandbox', transaction_id })).payload
    return list.flatMap(({ id, delivered_at, attempt_count }) => (delivered_at === null ? [] : [{ id, attempt_count }]))
  }
  const waitForTries = (wanted: readonly number[]) =>
    vi.waitFor(
      async () => {
        const tries = await Promise.all(ids.map(triesOf))
        expect(tries.map(([one]) => one?.attempt_count)).toEqual(wanted)
      },
      { timeout: 30_000, interval: 200 },
    )
  await waitForTries([1, 1, 1])

  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/partners/sandbox/events?state=delivered')
  const rowOf = (id = '') => page.getByRole('row', { name: id })
  for (const id of ids) await rowOf(id).getByRole('checkbox').check()
  // Another operator is quicker with one of them.
  const [tried] = await triesOf(ids[0] ?? '')
  await support.call(redeliverEvent, { event_id: tried?.id ?? '', reason: 'They asked.' })
  await waitForTries([2, 1, 1])
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('They lost an hour.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('Send again: finished, 3 rows')).toBeVisible()
  await expect(result.getByRole('table', { name: 'Rows that were not done' }).getByRole('row')).toHaveCount(2)
  await waitForTries([2, 2, 2])

  await page.goto(`/console/partners/sandbox/events?transaction_id=${ids[2]}`)
  await rowOf(ids[2]).click()
  await expect(page.getByRole('dialog', { name: 'Event' }).getByText('1 earlier attempt')).toBeVisible()
})
