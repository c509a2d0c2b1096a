import { readFile } from 'node:fs/promises'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openHistory, storedHistory } from './history-list.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Asks for the list on the screen in a format, and reads what the browser has saved. */
async function downloaded(page: Page, format: string) {
  await page.getByRole('button', { name: 'Download as a file' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: format }).check()
  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await saving
  await expect(sheet).toBeHidden()
  return { name: file.suggestedFilename(), body: await readFile(await file.path()) }
}

test('the history of the month is saved by the browser as CSV and as PDF, and so is the statement', async () => {
  const agent = await makeAgent(stage.world, { history: 12 })
  const { page } = await openHistory(stage, agent)
  const csv = await downloaded(page, 'CSV')
  expect(csv.name).toMatch(new RegExp(`^history-${agent.cashId}-[\\d-]+\\.csv$`))
  const text = csv.body.toString()
  expect(text.split(',')[0]).toContain('Time')
  for (const { transaction_id } of await storedHistory(stage.world, agent)) expect(text).toContain(transaction_id)
  const pdf = await downloaded(page, 'PDF')
  expect(pdf.name.endsWith('.pdf')).toBe(true)
  expect(pdf.body.toString('latin1', 0, 5)).toBe('%PDF-')
  await page.goto('/statement')
  const statement = await downloaded(page, 'CSV')
  expect(statement.name).toMatch(new RegExp(`^statement-${agent.cashId}-[\\d-]+\\.csv$`))
  expect(statement.body.toString().split(',')[0]).toContain('Time')
  expectQuiet(page)
})

test('what can not be made is said in the sheet, and the sheet stays', async () => {
  const agent = await makeAgent(stage.world, { history: 1 })
  const { page } = await openHistory(stage, agent)
  await page.route('**/api/user/files', (route) =>
    route.fulfill({
      status: 422,
      json: {
        message: 'Check the fields.',
        errors: { format: ['A PDF holds at most 10,000 lines.'] },
        code: 'file_too_long',
        request_id: 'request',
      },
    }),
  )
  await page.getByRole('button', { name: 'Download as a file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('A PDF holds at most 10,000 lines.')).toBeVisible()
})
