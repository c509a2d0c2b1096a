import { expect, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'
import { faults } from './access.ts'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the console is worked by keys alone, never while typing; a suspension can be undone, and what was opened is found again until the log-out', async () => {
  const { cashId } = await makeAgent(stage.world, { status: 'approved', fullName: 'Nodira Karimova' })
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto(`/console/agents?status=approved&is_demo=false`)
  const rows = page.locator('[data-row-link]')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('Selected: 1')).toBeVisible()
  await page.keyboard.press('x')

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('gx?')
  await expect(search).toHaveValue('gx?')
  await expect(page).toHaveURL(/\/console\/agents/)
  await search.fill(cashId)
  await expect(rows).toHaveCount(1)
  await page.locator('main').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Nodira Karimova' })
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Internal reason').fill('A test of the brakes.')
  await page.getByLabel('Note to the agent').fill('Please call us.')
  await page.getByRole('button', { name: 'Suspend agent' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Suspension undone: Nodira Karimova')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByText('G U')).toBeVisible()
  expect(await faults(page)).toEqual([])
  // Closing goes back in the history, which takes the browser a moment: a page that is asked for meanwhile stays open.
  await page.evaluate(() => {
    const goBack = history.back.bind(history)
    history.back = () => {
      goBack()
      for (const key of ['g', 'u']) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
    }
    addEventListener('popstate', () => Reflect.set(window, 'wentBack', true), { once: true })
  })
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => Reflect.get(window, 'wentBack') === true)
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /Nodira Karimova/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nodira Karimova' })).toBeVisible()
  const remembered = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')).length)
  await expect.poll(remembered).toBe(1)
  await page.getByRole('button', { name: /account, language and theme/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nodira Karimova' })).toHaveCount(0)
  await expect.poll(remembered).toBe(0)
})

test('a menu that arrives after the operator has gone on to a field leaves the letters and the focus there', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  const typed = Promise.withResolvers<void>()
  await page.route('**/menu-*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/console/operators')
  const menu = page.getByRole('button', { name: 'Export' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('searchbox').click()
  await page.keyboard.type('sand')
  typed.resolve()
  await expect(menu).not.toHaveAttribute('aria-busy')
  await untilDrawn(page)
  await page.keyboard.type('box')
  await expect(page.getByRole('searchbox')).toHaveValue('sandbox')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menu.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
})

test('letters and Enter typed before the palette has arrived are not lost, and reach nothing behind it', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  const asked = Promise.withResolvers<void>()
  const typed = Promise.withResolvers<void>()
  await page.route('**/palette-*.js', async (route) => {
    asked.resolve()
    await typed.promise
    await route.continue()
  })
  await page.goto('/console/operators')
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await asked.promise
  // Behind it, "g a" would open the agents.
  await page.keyboard.type('gaaax')
  for (const _ of 'gaaax') await page.keyboard.press('Backspace')
  await page.keyboard.type('audix')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/operators$/)
  typed.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('combobox')).toHaveValue('')
})

test('letters typed on both sides of the arrival of the palette make one search, and Enter chooses what it finds', async () => {
  for (const [before, after] of [
    ['aud', ''],
    ['au', 'd'],
    ['', 'aud'],
  ] as const) {
    const page = await stage.newDesk({ as: 'admin' })
    const asked = Promise.withResolvers<void>()
    const typed = Promise.withResolvers<void>()
    await page.route('**/palette-*.js', async (route) => {
      asked.resolve()
      await typed.promise
      await route.continue()
    })
    await page.goto('/console/operators')
    await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await asked.promise
    await page.keyboard.type(before)
    typed.resolve()
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(after)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  }
})
