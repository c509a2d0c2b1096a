import { sql } from '@cashbox/postgres/database'
import { expect, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'
import { faults } from './access.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** With room for all columns. */
const WIDE = { width: 1440, height: 900 } as const

test('a view keeps filters, order, columns and their order, opens with its list, says what is gone, and comes back when its deletion is undone', async () => {
  const page = await stage.newDesk({ as: 'risk' })
  await page.setViewportSize(WIDE)
  await page.goto('/console/agents')
  const table = page.getByRole('table', { name: 'Agents' })
  const header = (name: string) => table.getByRole('columnheader', { name })
  const views = page.getByRole('button', { name: /saved filters, order and columns/ })
  const choose = async (item: string) => {
    await views.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  // Columns by the keyboard alone: they are kept without a view too.
  await page.getByRole('button', { name: /Columns/ }).focus()
  await page.keyboard.press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Columns of this list' })
  const channel = chooser.getByRole('checkbox', { name: 'Channel' })
  await expect(channel).toBeChecked()
  await expect(chooser.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
  await channel.focus()
  await page.keyboard.press('Space')
  await expect(channel).not.toBeChecked()
  await expect(channel).toBeFocused()
  const down = chooser.getByRole('button', { name: 'Move Name down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(chooser.getByText('Name is column 3 of 8')).toBeAttached()
  await expect(down).toBeFocused()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)
  await expect(header('Channel')).toHaveCount(0)
  await expect(table.getByRole('columnheader').nth(3)).toHaveText('Name')

  await page.getByLabel('Status').selectOption('approved')
  await header('Signed up').getByRole('button').click()
  await choose('Save as new view')
  await page.getByLabel('Name', { exact: true }).fill('Oldest approved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views).toContainText('Oldest approved')
  // The columns were kept with the same call.
  const kept = page.waitForResponse((response) => response.request().postData()?.includes('default_id') ?? false)
  await choose('Open list with this view')
  await kept

  await page.goto('/console/agents')
  await expect(page.getByLabel('Status')).toHaveValue('approved')
  await expect(header('Signed up')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('Channel')).toHaveCount(0)
  await expect(table.getByRole('columnheader').nth(3)).toHaveText('Name')

  // As after an upgrade that took a filter and a column away.
  await stage.world.db.execute(sql`
    update list_view set params = params || '{"shoe_size": "44"}', columns = columns || '["shoes"]'`)
  await page.goto('/console/agents')
  await expect(page.getByText('This list no longer has: shoe_size, shoes.')).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('approved')
  await choose('Save changes')
  await expect(page.getByText('This list no longer has')).toHaveCount(0)

  await choose('Delete view')
  await expect(page.getByLabel('Status')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await views.click()
  await page.getByRole('menuitemradio', { name: 'Oldest approved' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('approved')
})

test('columns that are changed one right after the other stay as they were left, also when the first answer is late', async () => {
  const page = await stage.newDesk({ as: 'support' })
  await page.setViewportSize(WIDE)
  await page.goto('/console/agents')
  const changed = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/operator/v1/list-settings', async (route) => {
    held += 1
    if (held === 1) await changed.promise
    await route.continue()
  })
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  await page.getByRole('button', { name: /Columns/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns of this list' })
  await chooser.getByRole('checkbox', { name: 'Channel' }).click()
  await expect(chooser.getByRole('checkbox', { name: 'Channel' })).not.toBeChecked()
  await chooser.getByRole('checkbox', { name: 'Balance' }).click()
  await expect(chooser.getByRole('checkbox', { name: 'Balance' })).not.toBeChecked()
  await untilDrawn(page)
  const renewed = page.waitForResponse('**/operator/v1/list-views?*')
  changed.resolve()
  await renewed
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  for (const name of ['Channel', 'Balance']) await expect(page.getByRole('columnheader', { name })).toHaveCount(0)
})
