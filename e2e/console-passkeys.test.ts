import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { codeOnPhone } from '@cashbox/testing/phone'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ publicHost: 'localhost' })
})
afterAll(() => stage.close())

/** A security key that the browser plays: always there, and always touched. */
async function plugInKey(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page) {
  await page.getByLabel('E-mail').fill('support@cashbox.test')
  await page.getByLabel('Password', { exact: true }).fill('Cashbox1!')
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: /account, language and theme/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

const isInside = (page: Page) => expect(page.getByRole('button', { name: /account, language and theme/ })).toBeVisible()

test('a passkey is added under a name, used in place of a code, and removed', async () => {
  const page = await stage.newDesk()
  await plugInKey(page)
  const { origin } = new URL(stage.world.config.publicUrl)
  await page.goto(`${origin}/console/account`)
  await logIn(page)
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(codeOnPhone(stage.world.clock, secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I saved the codes').check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.goto(`${origin}/console/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a passkey' })
  await sheet.getByLabel('Name of the passkey').fill('Office laptop')
  await sheet.getByLabel('Current password').fill('wrong password')
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(sheet.getByLabel('Current password')).toHaveAccessibleDescription(/wrong/)
  await sheet.getByLabel('Current password').fill('Cashbox1!')
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey Office laptop added.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)

  await logOut(page)
  await logIn(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isInside(page)

  await page.goto(`${origin}/console/account`)
  await page.getByRole('button', { name: 'Remove passkey Office laptop' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill('Cashbox1!')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey Office laptop removed.')).toBeVisible()
  await logOut(page)
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  expectQuiet(page, /422/, /401/)
})
