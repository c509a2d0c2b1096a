import { openPhone } from '@cashbox/testing/browser/phone'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { newTabs } from '@cashbox/testing/browser/tabs'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { startBrowserWithCamera } from './camera.ts'
import { openDeposit, openPopup } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the camera reads the ID from the player’s QR code, and is off again when it has', async () => {
  const transactionId = await openDeposit(stage.world, '125.50')
  const camera = await startBrowserWithCamera(`https://player.example/pay?transaction_id=${transactionId}`)
  try {
    const agent = await makeAgent(stage.world)
    const server = { address: stage.world.address, signIn: (name: string) => stage.world.logIn(name) }
    const page = await openPhone(newTabs(camera.browser), server, { as: agent })
    await page.context().grantPermissions(['geolocation', 'camera'])
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints)
        Reflect.set(window, 'track', stream.getVideoTracks()[0])
        return stream
      }
    })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    const { sheet, id, amount } = await openPopup(page, 'deposit')
    const hasFetched = (part: string) => scripts.some((path) => path.includes(part))
    expect([hasFetched('/scanner-'), hasFetched('.wasm')]).toEqual([false, false])
    await sheet.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(id).toHaveValue(transactionId)
    await expect(amount).toHaveValue('125.50')
    await expect(sheet.getByText('Take 125.50 UZS, then confirm')).toBeVisible()
    await expect(sheet.locator('video')).toHaveCount(0)
    expect(await page.evaluate(() => (Reflect.get(window, 'track') as MediaStreamTrack).readyState)).toBe('ended')
    expect(hasFetched('.wasm')).toBe(true)
    expectQuiet(page)
  } finally {
    await camera.close()
  }
})

test('without a camera the form says so, and the ID can be typed', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.context().grantPermissions(['geolocation', 'camera'])
  const { sheet, id, amount } = await openPopup(page, 'deposit')
  await sheet.getByRole('button', { name: 'Scan', exact: true }).click()
  await expect(sheet.getByText('This device has no camera.')).toBeVisible()
  await id.fill(await openDeposit(stage.world, '10.00'))
  await expect(amount).toHaveValue('10.00')
})
