import type { Page } from '@playwright/test'

/** Presses a button that opens something. */
export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').or(page.getByRole('menu')).waitFor()
}

export const openFirstRow = async (page: Page) => {
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('dialog').waitFor()
}
