import { text } from 'node:stream/consumers'
import { logIn } from '@cashbox/contract'
import {
  endAgentSession,
  endOtherOperatorSessions,
  listAgentSessions,
  listAgents,
  listOwnOperatorSessions,
  listPartnerEvents,
  logInOperator,
  redeliverEvent,
  setAgentTerms,
} from '@cashbox/contract/operator'
import { startDelivery } from '@cashbox/server/partners/webhooks/deliver'
import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { afterAll, beforeAll, onTestFinished, test, vi } from 'vitest'
import { faults } from './access.ts'
import { makeAgent } from './agents.ts'
import { openDeposit } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

test('chosen agents are taken as a file and suspended at once, the one that another operator changed is left and named, and all of it is undone', async () => {
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
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  const lines = (await text(await file.createReadStream())).trim().split('\r\n')
  expect(lines).toHaveLength(4)

  const risk = await operatorOf(stage.world.address, 'risk')
  const { list } = (await risk.call(listAgents, { status: 'approved', is_demo: 'false' })).payload
  const changed = list[0]
  await risk.call(setAgentTerms, { agent_id: changed?.id ?? '', version: 1, geo_area: 60, reason: 'Moved' })

  await bar.getByRole('button', { name: 'Suspend' }).click()
  const named = page.getByRole('dialog').getByRole('list', { name: 'Selected rows' })
  await expect(named.getByRole('listitem')).toHaveCount(3)
  await expect(named).toContainText(`(${changed?.cash_id})`)
  expect(await faults(page)).toEqual([])
  await page.getByLabel('Internal reason').fill('The keys are lost.')
  await page.getByLabel('Message to the recipients').fill('The office is closed this week.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('Suspend: 2 of 3 done')).toBeVisible()
  const notDone = result.getByRole('table', { name: 'Skipped' })
  await expect(notDone.getByRole('cell', { name: changed?.cash_id ?? '' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  const { payload } = await risk.call(listAgents, { status: 'suspended', is_demo: 'false', limit: '2' })
  expect(payload.list.map(({ id }) => id)).toEqual([list[2]?.id, list[3]?.id])

  await result.getByRole('button', { name: 'Undo' }).click()
  await expect(result.getByText('Restore: 2 of 2 done')).toBeVisible()
  const after = (await risk.call(listAgents, { status: 'approved', is_demo: 'false' })).payload.list
  expect(after.map(({ id }) => id)).toEqual(list.map(({ id }) => id))
})

test('chosen events of a partner are sent again, one that was tried meanwhile is left and named, and the log shows the new tries', async () => {
  const { address, services } = stage.world
  const delivery = startDelivery(services)
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
      { timeout: 60_000, interval: 200 },
    )
  await waitForTries([1, 1, 1])

  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/partners/sandbox/events?state=delivered')
  const rowOf = (id = '') => page.getByRole('row', { name: id })
  for (const id of ids) await rowOf(id).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send again: 3 selected' })
  await question.getByRole('textbox').fill('They lost an hour.')
  // Another operator is quicker with one of them. The list shows it, and the question stays what it was.
  const [tried] = await triesOf(ids[0] ?? '')
  await support.call(redeliverEvent, { event_id: tried?.id ?? '', reason: 'They asked.' })
  await waitForTries([2, 1, 1])
  await expect(page.locator('tr', { hasText: ids[0] ?? '' })).toContainText('Attempts2')
  await question.getByRole('button', { name: 'Send again' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('Send again: 2 of 3 done')).toBeVisible()
  await expect(result.getByRole('table', { name: 'Skipped' }).getByRole('row')).toHaveCount(2)
  await waitForTries([2, 2, 2])

  await page.goto(`/console/partners/sandbox/events?transaction_id=${ids[2]}`)
  await rowOf(ids[2]).click()
  await expect(page.getByRole('dialog', { name: 'Event' }).getByText('1 earlier attempt')).toBeVisible()
})

test('chosen sessions of an agent are ended at once, one that had ended is named, and finance can only take them as a file', async () => {
  const { address, call } = stage.world
  const { id: agent_id, email, password } = await makeAgent(stage.world)
  for (const user_agent of ['Lost phone', 'Old tablet']) await call(logIn, { email, password, user_agent })
  const support = await operatorOf(address, 'support')
  const { list } = (await support.call(listAgentSessions, { agent_id })).payload

  const page = await stage.newDesk({ as: 'risk' })
  await page.goto(`/console/agents/${agent_id}?tab=sessions`)
  const rowOf = (device: string) => page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: device })
  for (const device of ['Lost phone', 'Old tablet']) await rowOf(device).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByText('Selected: 2')).toBeVisible()
  // Another operator is quicker with one of them.
  const session_id = list.find(({ user_agent }) => user_agent === 'Old tablet')?.id ?? ''
  await support.call(endAgentSession, { agent_id, session_id })
  await bar.getByRole('button', { name: 'End sessions' }).click()
  const question = page.getByRole('dialog', { name: 'End sessions: 2 selected' })
  await question.getByRole('button', { name: 'End sessions' }).click()
  const result = page.getByRole('dialog', { name: 'Result for the selected rows' })
  await expect(result.getByText('End sessions: 1 of 2 done')).toBeVisible()
  const notDone = result.getByRole('table', { name: 'Skipped' }).getByRole('row', { name: 'Old tablet' })
  await expect(notDone.getByText('This session has already ended.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await result.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf('Lost phone').getByText('Ended', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'End session', exact: true })).toHaveCount(1)

  const finance = await stage.newDesk({ as: 'finance' })
  await finance.goto(`/console/agents/${agent_id}?tab=sessions`)
  await finance.getByRole('row', { name: 'Lost phone' }).getByRole('checkbox').check()
  const theirs = finance.getByRole('region', { name: 'Selected rows' })
  await expect(theirs.getByRole('button', { name: /Export/ })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'End sessions' })).toHaveCount(0)
})

test('chosen sessions of one’s own are ended with one password, and each says what became of it', async () => {
  const password = 'Cashbox1!'
  const office = operatorClient(stage.world.address)
  for (const [client, device] of [
    [operatorClient(stage.world.address), 'Lost laptop'],
    [operatorClient(stage.world.address), 'Old laptop'],
    [office, 'Office computer'],
  ] as const) {
    await client.call(logInOperator, { email: 'admin2@cashbox.test', password }, { 'user-agent': device })
  }
  const { list } = (await office.call(listOwnOperatorSessions, {})).payload

  const page = await stage.newDesk({ as: 'admin2' })
  await page.goto('/console/account')
  await page.getByRole('checkbox', { name: 'Lost laptop' }).check()
  await page.getByRole('checkbox', { name: 'Old laptop' }).check()
  await page.getByRole('button', { name: 'End selected: 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'End selected: 2' })
  const typed = dialog.getByLabel('Current password', { exact: true })
  await typed.fill('wrong harbour 9')
  await dialog.getByRole('button', { name: 'End selected: 2' }).click()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  // One of them is ended elsewhere meanwhile.
  const session_id = list.find(({ user_agent }) => user_agent === 'Lost laptop')?.id ?? ''
  await office.call(endOtherOperatorSessions, { password, session_id })
  await typed.fill(password)
  await dialog.getByRole('button', { name: 'End selected: 2' }).click()
  const outcomeOf = (device: string) => dialog.getByRole('listitem').filter({ hasText: device })
  await expect(outcomeOf('Old laptop').getByText('Ended', { exact: true })).toBeVisible()
  await expect(outcomeOf('Lost laptop').getByText('Had already ended')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Old laptop')).toHaveCount(0)
  await expect(page.getByText('Office computer')).toBeVisible()
})
