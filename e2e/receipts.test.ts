import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { rows } from './history-list.ts'
import { openDeposit, openPopup } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const POINTS_PER_MM = 72 / 25.4

/** Presses Print as an agent does, and prints what the page then gives to the printer. */
async function printed(page: Page) {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return {
    pages: boxes.length,
    widthMm: Math.round(Number(boxes[0]?.[1]) / POINTS_PER_MM),
    heightMm: Number(boxes[0]?.[2]) / POINTS_PER_MM,
  }
}

/** Stands in for the share sheet of a phone. */
const keepWhatIsShared = (page: Page) =>
  page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async (data) => {
      const [file] = data?.files ?? []
      if (file) Reflect.set(window, 'shared', { name: file.name, type: file.type, size: file.size })
    }
  })

test('a payment gives a receipt to print on each paper, to share, and to check without a session', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  await stage.world.db.execute(sql`update agent set timezone = 'Asia/Tokyo' where id = ${agent.id}`)
  const page = await stage.newPhone({ as: agent })
  await keepWhatIsShared(page)
  const { sheet, id, submit } = await openPopup(page, 'deposit')
  const transactionId = await openDeposit(stage.world, '1250.55')
  await id.fill(transactionId)
  await submit.click()
  await sheet.getByRole('button', { name: 'Receipt' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const paper = receipt.getByRole('article')
  for (const text of ['Cashbox', 'Deposit', '1,250.55 UZS', transactionId, `${agent.cashId}, Tashkent`, 'Asia/Tokyo']) {
    await expect(paper).toContainText(text)
  }

  const roll = await printed(page)
  const pixels = await page.locator('.receipt-print').evaluate((element) => element.getBoundingClientRect().height)
  expect(roll).toMatchObject({ pages: 1, widthMm: 58 })
  // As long as what is on it, so that no paper is wasted.
  expect(Math.abs(roll.heightMm - (pixels * 25.4) / 96)).toBeLessThan(4)
  await receipt.getByRole('radio', { name: '80 mm' }).check()
  expect(await printed(page)).toMatchObject({ pages: 1, widthMm: 80 })
  await receipt.getByRole('radio', { name: 'A4' }).check()
  expect(await printed(page)).toMatchObject({ pages: 1, widthMm: 210 })
  await page.setViewportSize({ width: 1000, height: 844 })
  await page.emulateMedia({ media: 'print' })
  const box = await page.locator('.receipt-print').boundingBox()
  expect(box && Math.round(box.x + box.width / 2)).toBe(500)
  await page.emulateMedia({ media: 'screen' })

  await receipt.getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared') as unknown))
    .toMatchObject({
      name: `receipt-${transactionId}.png`,
      type: 'image/png',
    })
  const saving = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Save image' }).click()
  expect((await saving).suggestedFilename()).toBe(`receipt-${transactionId}.png`)

  const code = await paper.getByText(/^(\w{4}-){3}\w{4}$/).textContent()
  const guest = await stage.newPhone({ theme: 'dark' })
  await guest.goto('/r')
  await guest.getByLabel('Receipt code').fill(code?.toLowerCase() ?? '')
  await guest.getByRole('button', { name: 'Check' }).click()
  await expect(guest.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  await expect(guest.getByText('1,250.55 UZS')).toBeVisible()
  await expect(guest.getByText('Asia/Tokyo')).toBeVisible()
  await guest.goto(guest.url().replace(/.(?=\?)/, (last) => (last === 'Z' ? 'Y' : 'Z')))
  await expect(guest.getByRole('heading', { name: 'This receipt is not genuine' })).toBeVisible()

  await receipt.getByRole('button', { name: 'Close' }).click()
  await sheet.getByRole('button', { name: 'Got It' }).click()
  await expect(page.getByText('8,749.45 UZS')).toBeVisible()
  expectQuiet(page)
})

test('one press after a payment prints on the paper that was used last; the first time the agent chooses one', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  await page.addInitScript(() => {
    window.print = () => {
      const paper = document.querySelector<HTMLElement>('body > .receipt-print')
      document.body.dataset['printed'] = `${document.body.dataset['printed'] ?? ''}${paper?.dataset['paper']} `
    }
  })
  const pay = async () => {
    const { sheet, id, submit } = await openPopup(page, 'deposit')
    await id.fill(await openDeposit(stage.world, '10.00'))
    await submit.click()
    await sheet.getByRole('button', { name: 'Print' }).click()
    return { sheet, receipt: page.getByRole('dialog', { name: 'Receipt' }) }
  }
  const first = await pay()
  await first.receipt.getByRole('radio', { name: '80 mm' }).check()
  await expect(page.locator('body[data-printed]')).toHaveCount(0)
  await first.receipt.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '80 ')
  await first.receipt.getByRole('button', { name: 'Close' }).click()
  await first.sheet.getByRole('button', { name: 'Got It' }).click()
  // The popup opens on a page that was loaded anew, where nothing was printed yet.
  await pay()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '80 ')
  expectQuiet(page)
})

test('a line of the history opens its receipt on the paper that was used last, black on white from right to left', async () => {
  const agent = await makeAgent(stage.world, { history: 3 })
  const page = await stage.newPhone({ as: agent, theme: 'dark', language: 'ar', stored: { 'receipt-paper': '80' } })
  await page.goto('/history')
  await rows(page).first().getByRole('button').click()
  const receipt = page.getByRole('dialog')
  await expect(receipt.getByRole('radio', { checked: true })).toHaveAttribute('value', '80')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const paper = page.locator('body > .receipt-print')
  await expect(paper).toBeVisible()
  await expect(receipt).toBeHidden()
  const look = await paper.locator('article').evaluate((article) => {
    const { color, backgroundColor, direction } = getComputedStyle(article)
    return { color, backgroundColor, direction }
  })
  expect(look).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)', direction: 'rtl' })
  expectQuiet(page)
})
