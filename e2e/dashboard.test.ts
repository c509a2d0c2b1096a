import { expect, expectQuiet, noticesOf, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Locator } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openWithdrawal, popupOf, typeAsScanner } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function openDashboard(input: Parameters<typeof makeAgent>[1] = {}) {
  const agent = await makeAgent(stage.world, input)
  const page = await stage.newPhone({ as: agent })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return { agent, page, main: page.getByRole('main') }
}

describe('the dashboard of an approved agent', () => {
  test('shows the balance as formatted money with the currency code', async () => {
    const { page, main } = await openDashboard({ float: '1234567.80' })
    await expect(main.getByText('Available Balance')).toBeVisible()
    await expect(main.getByText('1,234,567.80 UZS')).toBeVisible()
    await expectBadge(main, 'approved', 'Approved', 'lucide-check')
    await expect(page).toHaveTitle('Dashboard · Cashbox')
    expectQuiet(page)
  })

  test('asks to give the ID to a manager on a messenger, and copies it', async () => {
    const { agent, page, main } = await openDashboard()
    await expect(main.getByText(`Give your ID ${agent.cashId} to your manager on a messenger.`)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Message your manager' })).toHaveAttribute(
      'href',
      'https://t.me/cashbox_support',
    )
    const said = await noticesOf(page, 'status')
    await main.getByRole('button', { name: 'Copy Cashbox ID' }).click()
    await expect.poll(said).toContain('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(agent.cashId)
  })

  test('lets the note about the ID be closed for good', async () => {
    const { page, main } = await openDashboard()
    await main.getByRole('button', { name: 'Close' }).click()
    await expect(main.getByText(/Give your ID/)).toHaveCount(0)
    await page.reload()
    await expect(main.getByText('Available Balance')).toBeVisible()
    await expect(main.getByText(/Give your ID/)).toHaveCount(0)
  })

  test('opens the form for what a cash register’s scanner reads', async () => {
    const { page, main } = await openDashboard()
    const [withdrawal, deposit] = await Promise.all([
      openWithdrawal(stage.world, '20.00'),
      openDeposit(stage.world, '30.00'),
    ])
    const { sheet, id, amount } = popupOf(page)
    await expect(async () => {
      await typeAsScanner(page, deposit)
      await expect(id).toHaveValue(deposit, { timeout: 3000 })
    }).toPass()
    await expect(amount).toHaveValue('30.00')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await main.getByRole('button', { name: 'Refresh balance' }).focus()
    await typeAsScanner(page, withdrawal.id)
    await sheet.getByRole('button', { name: `Open withdrawal ${withdrawal.id}` }).click()
    await expect(amount).toHaveValue('20.00')
  })

  test('explains the balance in a popover', async () => {
    const { page, main } = await openDashboard()
    await main.getByRole('button', { name: 'Help' }).click()
    await expect(
      page.getByText("Accepted deposits reduce your balance, withdrawals increase it. Add funds with the '+' button."),
    ).toBeVisible()
  })

  test('explains the balance also where the popover comes while the button is held down', async () => {
    const page = await stage.newPhone({ as: await makeAgent(stage.world) })
    const popover = /\/assets\/popover-[^/]+\.js$/
    const pressed = Promise.withResolvers<void>()
    await page.route(popover, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Help' }).hover()
    await page.mouse.down()
    const fetched = page.waitForResponse(popover)
    pressed.resolve()
    await page.evaluate(`import('${(await fetched).url()}')`)
    await page.mouse.up()
    await expect(page.getByText('Accepted deposits reduce your balance')).toBeVisible()
  })

  test('leads to adding funds with the plus', async () => {
    const { page, main } = await openDashboard()
    await main.getByRole('link', { name: 'Add funds' }).click()
    await expect(page).toHaveURL(/\/account-deposit$/)
  })

  test('keeps a very long sum on one line', async () => {
    const { main } = await openDashboard({ float: '99999999999.99' })
    const sum = main.getByText('99,999,999,999.99 UZS')
    const [box, card] = [await sum.boundingBox(), await main.boundingBox()]
    expect(box?.height).toBeLessThan(50)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan((card?.width ?? 0) - 16)
  })
})

describe('the refresh icon', () => {
  test('reloads the user', async () => {
    const { agent, page, main } = await openDashboard({ float: '1000.00' })
    const { status } = await stage.world.confirm(agent.token, {
      type: 'deposit',
      transaction_id: await openDeposit(stage.world, '250.50'),
      amount: '250.50',
    })
    expect(status).toBe(200)
    await main.getByRole('button', { name: 'Refresh balance' }).click()
    await expect(main.getByText('749.50 UZS')).toBeVisible()
    expectQuiet(page)
  })

  test('says so when the server can’t be reached', async () => {
    const { page, main } = await openDashboard()
    await page.route('**/api/user/wallet/check', (route) => route.abort())
    const said = await noticesOf(page, 'alert')
    await main.getByRole('button', { name: 'Refresh balance' }).click()
    await expect.poll(said).toContain('The server does not answer. Check your connection, or try again in a minute.')
  })

  test('can’t be pressed twice while it works', async () => {
    const { page, main } = await openDashboard()
    let calls = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/api/user/wallet/check', async (route) => {
      calls += 1
      await held.promise
      await route.continue()
    })
    const refresh = main.getByRole('button', { name: 'Refresh balance' })
    await refresh.dblclick()
    await expect(refresh).toHaveAttribute('aria-busy', 'true')
    held.resolve()
    await expect(refresh).not.toHaveAttribute('aria-busy')
    expect(calls).toBe(1)
  })
})

async function expectBadge(main: Locator, status: string, label: string, icon: string) {
  const badge = main.locator('span', { hasText: `Status: ${label}` }).first()
  await expect(badge).toBeVisible()
  await expect(badge.locator(`svg.${icon}`)).toBeVisible()
  await expect(badge).toHaveClass(new RegExp(`bg-${status}-soft`))
}

describe('an agent who can’t work now reads what happens next, under a badge of its own colour, icon and label', () => {
  const note = 'Please send a photo of your point.'

  test.each([
    ['pending', 'Pending', 'lucide-loader-circle', 'Your account is being reviewed'],
    ['rejected', 'Rejected', 'lucide-x', 'Your application was rejected'],
    ['suspended', 'Suspended', 'lucide-pause', 'Your account is suspended'],
  ] as const)(
    '%s: no balance, no buttons, the note and the ID to give the manager',
    async (status, label, icon, title) => {
      const { agent, page, main } = await openDashboard({ status, note })
      await expectBadge(main, status, label, icon)
      await expect(main.getByRole('heading', { name: title })).toBeVisible()
      await expect(main.getByText(`Give your ID ${agent.cashId} to your manager on a messenger.`)).toBeVisible()
      await expect(main.getByText(note)).toBeVisible()
      await expect(main.getByText('Available Balance')).toBeHidden()
      await expect(main.getByRole('button', { name: 'TopUp' })).toBeHidden()
      await expect(main.getByRole('button', { name: 'Withdraw' })).toBeHidden()
      expectQuiet(page)
    },
  )

  test('blocked: the balance is there, and the buttons can’t be pressed', async () => {
    const { agent, main } = await openDashboard({ status: 'blocked', float: '10.00', note })
    await expect(main.getByText(`Give your ID ${agent.cashId} to your manager on a messenger.`)).toBeVisible()
    await expectBadge(main, 'blocked', 'Blocked', 'lucide-lock')
    await expect(main.getByRole('heading', { name: 'Your account is blocked' })).toBeVisible()
    await expect(main.getByText(note)).toBeVisible()
    await expect(main.getByText('10.00 UZS')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Add funds' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'TopUp' })).toBeDisabled()
    await expect(main.getByRole('button', { name: 'Withdraw' })).toBeDisabled()
  })
})

test.each(['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const)(
  'the badge of the widest status is beside the title in %s',
  async (language) => {
    const agent = await makeAgent(stage.world, { status: 'suspended' })
    const page = await stage.newPhone({ as: agent, language })
    await page.goto('/dashboard')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const [{ y, height }, badge] = await Promise.all([boxOf(title), boxOf(page.locator('.bg-suspended-soft').first())])
    expect(badge.y).toBeGreaterThan(y - badge.height)
    expect(badge.y + badge.height).toBeLessThan(y + height + badge.height)
    expect(height).toBeLessThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
)

test.each(
  (['approved', 'suspended'] as const).flatMap((status) =>
    (['en', 'tr'] as const).map((language) => [status, language] as const),
  ),
)('an %s agent’s dashboard in %s fits on a phone of 320 pixels', async (status, language) => {
  const agent = await makeAgent(stage.world, { status })
  const page = await stage.newPhone({ as: agent, language })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('a demo agent sees the balance, but neither refresh nor copy', async () => {
  const { page, main } = await openDashboard({ isDemo: true })
  await expect(main.getByText('Available Balance')).toBeVisible()
  await expect(main.getByText('Status: Demo')).toBeVisible()
  await expect(main.getByText('Approved')).toBeHidden()
  await expect(main.getByText('This is a demo. No real money is used.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'TopUp' })).toBeEnabled()
  await expect(main.getByRole('button', { name: 'Refresh balance' })).toBeHidden()
  await expect(main.getByRole('button', { name: 'Copy Cashbox ID' })).toBeHidden()
  expectQuiet(page)
})
