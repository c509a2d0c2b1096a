import { changeOperator, listOperators } from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { writeAudit } from '@cashbox/server/access/audit'
import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { createOperator, linkHashFor } from '@cashbox/testing/make-operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { codeOnPhone, PERIOD_S } from '@cashbox/testing/phone'
import type { Page, Route } from '@playwright/test'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function logIn(page: Page, name: string, password = 'Cashbox1!') {
  await page.getByLabel('E-mail').fill(`${name}@cashbox.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /account, language and theme/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const isInside = (page: Page) => expect(page.getByRole('button', { name: /account, language and theme/ })).toBeVisible()

describe('the log-in', () => {
  test('checks for robots by itself after some failures', async () => {
    const guarded = await openStage({ allowance: 1, env: { CASHBOX_CAPTCHA: 'on' } })
    onTestFinished(() => guarded.close())
    const page = await guarded.newDesk()
    await page.goto('/console/')
    for (let tries = 0; tries < 4; tries += 1) {
      await logIn(page, 'support', 'Wrong-1234')
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/wrong/)
      await page.getByLabel('Password', { exact: true }).fill('')
    }
    const solved = page.waitForResponse(/session\/captcha$/)
    await logIn(page, 'support')
    await solved
    await isInside(page)
    expectQuiet(page, /422/, /401/)
  })

  test('shows a wrong password beside the field, and leads to where one wanted to go', async () => {
    const page = await stage.newDesk()
    await page.goto('/console/audit?action=operator.log-in')
    await logIn(page, 'finance', 'Wrong-1234')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/wrong/)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await logIn(page, 'finance')
    await title(page, 'Audit log')
    await expect(page).toHaveURL(/\/console\/audit\?action=operator\.log-in$/)
    await expect(page).toHaveTitle('Audit log · Cashbox console')
    await logOut(page)
    await expect(page).toHaveURL(/\/console\/?$/)
    expectQuiet(page, /422/, /401/)
  })

  test('has a second factor set up where one is needed, and then asks for it or a recovery code', async () => {
    const page = await stage.newDesk({ as: 'risk' })
    await stage.world.db.execute(sql`
      update operator_session set needs = 'enrolment'
      where operator_id = (select id from operator where email = 'risk@cashbox.test')`)
    await page.goto('/console/')
    await title(page, 'Set up two-factor authentication')
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    // Stands still, because a busy machine may take longer than a code lasts.
    const { clock } = stage.world
    clock.standAt(clock.now())
    onTestFinished(() => clock.run())
    const codeAt = (offset = 0) => codeOnPhone(clock, secret, offset)
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByLabel('Code from the app')).toHaveAccessibleDescription(/Wrong code/)
    await page.getByLabel('Code from the app').fill(codeAt())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await title(page, 'Save your recovery codes')
    const [recoveryCode = ''] = await page.getByRole('list', { name: 'Recovery codes' }).locator('li').allInnerTexts()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    // Coming back to the tab asks for the session anew, which is whole by now; the codes stay.
    const asked = page.waitForResponse(/\/operator\/v1\/session$/)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await asked
    await title(page, 'Save your recovery codes')
    await page.getByLabel('I saved the codes').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await isInside(page)

    await logOut(page)
    await logIn(page, 'risk')
    await title(page, 'Two-factor authentication')
    await page.getByLabel('Code from your').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Code from your')).toHaveAccessibleDescription(/Wrong code/)
    await page.getByLabel('Code from your').fill(codeAt(1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Code from your')).toHaveAccessibleDescription(/run out/)
    clock.standAt(new Date(clock.now().getTime() + PERIOD_S * 1000))
    await page.getByLabel('Code from your').fill(codeAt())
    await page.getByRole('button', { name: 'Continue' }).click()
    await isInside(page)

    await logOut(page)
    await logIn(page, 'risk')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await isInside(page)
    expectQuiet(page, /422/, /401/)
  })

  test('is asked for again when the session has ended, with a word on why; and in every tab at once', async () => {
    const page = await stage.newDesk({ as: 'admin' })
    // What else the page asks for might reach the server after the end, and find it out before the press does.
    const allElse = /\/operator\/v1\/(?!session$|audit)/
    await page.route(allElse, (route) => route.abort())
    await page.goto('/console/audit')
    await expect(page.locator('[data-row-link]').first()).toBeVisible()
    await stage.world.db.execute(sql`update operator_session set ended_at = now()`)
    await page.locator('[data-row-link]').first().click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await page.unroute(allElse)

    await logIn(page, 'admin')
    await expect(page.getByRole('dialog', { name: /^Entry/ })).toBeVisible()
    await expect(page.getByText('Your session has ended')).toHaveCount(0)
    await page.keyboard.press('Escape')
    const other = await page.context().newPage()
    await other.goto('/console/operators')
    await title(other, 'Operators')
    await logOut(other)
    await title(page, 'Log in')
    await logIn(other, 'support')
    await expect(page.getByRole('button', { name: /^Sandbox support/ })).toBeVisible()
  })

  test('is not undone by what an earlier session is answered late', async () => {
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto('/console/operators')
    await title(page, 'Operators')
    const late = [
      await holdBack(page, 'GET', /\/operator\/v1\/session$/, async (route) => ({ response: await route.fetch() })),
      await holdBack(page, 'POST', /\/operator\/v1\/list-settings/, async () => ({ status: 401, json: {} })),
    ]
    await page.getByRole('button', { name: /Columns/ }).click()
    const chooser = page.getByRole('dialog', { name: 'Columns of this list' })
    await chooser.getByRole('checkbox', { name: 'E-mail' }).click()
    await page.keyboard.press('Escape')
    await expect(chooser).toHaveCount(0)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await Promise.all(late.map(({ asked }) => asked))
    await logOut(page)
    await logIn(page, 'support')
    const support = page.getByRole('button', { name: /^Sandbox support/ })
    await expect(support).toBeVisible()
    for (const { answer } of late) await answer()
    await untilDrawn(page)
    await expect(support).toBeVisible()
    await expect(page.getByText('Your session has ended')).toHaveCount(0)
  })
})

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>

/** An answer that is made when it is asked for, and given when the test says so. */
async function holdBack(page: Page, method: string, path: RegExp, make: (route: Route) => Promise<Answer>) {
  const asked = Promise.withResolvers<void>()
  const wanted = Promise.withResolvers<void>()
  const announced = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    const answer = await make(route)
    asked.resolve()
    await wanted.promise
    // A page that no longer wants it has given it up.
    await route.fulfill(answer).catch(() => {})
    return announced.resolve()
  })
  const answer = () => {
    wanted.resolve()
    return announced.promise
  }
  return { asked: asked.promise, answer }
}

test('a role sees its own pages in the navigation, and the truth on the others', async () => {
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/operators')
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
  await expect(page.getByText('Only these roles can open it: Admin.')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Operators' })).toHaveCount(0)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/console/audit/1')
  await expect(page.getByText('Only these roles can open it: Finance, Risk, or Admin.')).toBeVisible()
  // The alerts, the words and what waits are for everyone, on every page.
  const forEveryone = /operator\/v1\/(session|watch\/alerts|texts\/console|waiting-requests)/
  expect(requests.filter((url) => url.includes('/operator/v1/') && !forEveryone.test(url))).toEqual([])
  await page.goto('/console/no-such-page')
  await title(page, 'Page not found')
  expectQuiet(page)
})

describe('operators', () => {
  test('are made and changed by two admins, and the audit shows what each change was', async () => {
    const page = await stage.newDesk({ as: 'admin' })
    const second = await stage.newDesk({ as: 'admin2' })
    const approve = async (subject: string) => {
      await second.goto('/console/approvals?show=for_me')
      await second.getByRole('row', { name: subject }).getByRole('link').click()
      await second.getByRole('button', { name: 'Approve', exact: true }).click()
      await second.getByRole('button', { name: 'Approve request' }).click()
      await expect(second.getByText(/Request \d+ completed\./)).toBeVisible()
    }
    await page.goto('/console/operators')
    await page.getByRole('button', { name: 'New operator' }).click()
    const drawer = page.getByRole('dialog', { name: 'New operator' })
    await drawer.getByLabel('Name').fill('Dilnoza Yusupova')
    await drawer.getByLabel('E-mail').fill('finance@cashbox.test')
    await drawer.getByLabel('Reason').fill('She starts on Monday.')
    await drawer.getByRole('button', { name: 'Send for approval' }).click()
    await expect(drawer.getByLabel('E-mail')).toHaveAccessibleDescription(/already/)

    await drawer.getByLabel('E-mail').fill('dilnoza@cashbox.test')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    await drawer.getByRole('button', { name: 'Send for approval' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
    expect(sent).toBe(1)
    await expect(page).toHaveURL(/\/console\/approvals\//)
    await page.goto('/console/operators')
    await expect(page.getByText('A change waits for approval: New operator (Dilnoza Yusupova')).toBeVisible()
    await approve('Dilnoza Yusupova (dilnoza@cashbox.test)')

    await page.reload()
    await page.getByRole('searchbox', { name: 'Search' }).fill('dilnoza')
    await expect(page).toHaveURL(/search=dilnoza/)
    await expect(page.locator('[data-row-link]')).toHaveCount(1)
    await page.getByRole('link', { name: 'Dilnoza Yusupova' }).click()
    const detail = page.getByRole('dialog', { name: 'Dilnoza Yusupova' })
    await detail.getByLabel('Role').selectOption({ label: 'Risk: watches for fraud and stops it' })
    await expect(detail.getByText('A second admin must approve another role.')).toBeVisible()
    await detail.getByLabel('Reason').fill('She watches for fraud.')
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
    await approve('Dilnoza Yusupova (dilnoza@cashbox.test)')
    await page.reload()
    await detail.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog', { name: 'Disable this operator?' }).getByRole('button', { name: 'Disable' }).click()
    await expect(detail.getByText('Disabled', { exact: true })).toBeVisible()

    await detail.getByRole('link', { name: 'Open full page' }).click()
    await title(page, 'Dilnoza Yusupova')
    await page.goBack()
    await expect(detail).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)

    await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
    const routine = page.getByRole('row', { name: /Logged in/ })
    await expect(page.getByRole('row', { name: /Operator changed/ }).first()).toBeVisible()
    await expect(routine).toHaveCount(0)
    await page.getByLabel('Log-ins and exports').selectOption('Shown')
    await expect(routine.first()).toBeVisible()
    await page.getByLabel('Log-ins and exports').selectOption('Hidden')
    await page.getByLabel('Operator', { exact: true }).selectOption('Sandbox finance')
    await expect(page.getByRole('row', { name: /Operator changed/ })).toHaveCount(0)
    await page.getByLabel('Operator', { exact: true }).selectOption('All')
    await page.getByLabel('Action', { exact: true }).selectOption('Operator changed')
    await expect(page).toHaveURL(/action=operator\.change/)
    const rows = page.locator('[data-row-link]')
    await expect(rows).toHaveCount(2)
    await rows.nth(1).click()
    const change = page.getByRole('row', { name: /^Role/ })
    await expect(change.getByRole('cell')).toHaveText(['Support', 'Risk'])
    expectQuiet(page, /422/)
  })

  test('whom another admin has changed meanwhile are shown as they are now, before they are changed again', async () => {
    const admin = await operatorOf(stage.world.address, 'admin')
    const { list } = (await admin.call(listOperators, {})).payload
    const support = list.find(({ email }) => email === 'support@cashbox.test')
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto(`/console/operators/${support?.id}`)
    await page.getByLabel('Name').fill('Overwritten')
    await admin.call(changeOperator, {
      operator_id: support?.id ?? '',
      version: support?.version ?? 0,
      name: 'Changed by another',
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Another operator has changed this')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Overwritten')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Changed by another')
    await page.getByLabel('Name').fill('Sandbox support')
    await page.getByRole('button', { name: 'Save' }).click()
    await title(page, 'Sandbox support')
    expectQuiet(page, /409/)
  })

  test('choose their password with the link from the letter, which works once', async () => {
    const admin = await operatorOf(stage.world.address, 'admin')
    await createOperator(stage.world, admin, { email: 'new@cashbox.test', name: 'Newcomer', role: 'support' })
    const page = await stage.newDesk()
    await page.goto(`/console/activate#${await linkHashFor(stage.world, 'new@cashbox.test')}`)
    await title(page, 'Choose your password')
    await expect(page).toHaveURL(/\/console\/activate$/)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/At least 12 characters/)
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('quiet harbour nine')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password saved. Log in as new@cashbox.test.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to log-in' }).click()
    await logIn(page, 'new', 'quiet harbour nine')
    await isInside(page)

    const second = await stage.newDesk()
    await second.goto(`/console/activate#${await linkHashFor(stage.world, 'new@cashbox.test')}`)
    await second.getByLabel('New password', { exact: true }).fill('another harbour ten')
    await second.getByRole('button', { name: 'Save password' }).click()
    await expect(second.getByText('Ask an admin to reset your password.')).toBeVisible()
    expectQuiet(page, /422/, /401/)
  })

  test('do not change themselves', async () => {
    const page = await stage.newDesk({ as: 'admin' })
    await page.goto('/console/operators')
    await page.getByRole('link', { name: 'Sandbox admin' }).click()
    await expect(page.getByRole('dialog').getByText('This is your account')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  })
})

test('the audit comes page by page, and a filtered list can be sent to a colleague', async () => {
  const { db, clock } = stage.world
  await db.transaction(async (tx) => {
    for (let index = 1; index <= 60; index += 1) {
      await writeAudit(
        tx,
        { at: clock.now(), actor: { operatorId: null, name: 'a test', ip: null }, reason: `reason ${index}` },
        { kind: 'test', id: String(index % 2) },
        'agent.add-note',
      )
    }
  })
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/audit?subject_kind=test')
  await expect(page.locator('[data-row-link]')).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.locator('[data-row-link]')).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  await page.locator('[data-row-link]').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('reason 59')).toBeVisible()
  await page.getByRole('link', { name: 'All entries for this subject' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-row-link]')).toHaveCount(30)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/console\/audit$/)
  await page.getByLabel('To', { exact: true }).fill('2001-01-01T00:00')
  await expect(page.getByText('No entries')).toBeVisible()
  expectQuiet(page)
})

test('everything is within reach of the keyboard', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto('/console/operators')
  await title(page, 'Operators')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('aud')
  await page.keyboard.press('Enter')
  await title(page, 'Audit log')
  await expect(page.locator('#content')).toBeFocused()
  await page.goto('/console/operators')
  const byRole = page.getByRole('columnheader', { name: 'Role' })
  await byRole.getByRole('button').press('Enter')
  await expect(byRole).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=role/)
  await expect(page.locator('[data-row-link]').first()).toHaveText(/^Sandbox (second )?admin$/)
  expectQuiet(page)
})
