import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * What axe finds wrong, with the elements; by all its rules, or by those that are named. With a dialog open it looks at
 * that alone: what is behind it is a screen of its own.
 */
export async function faults(page: Page, ...rules: readonly string[]) {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  // Without frames the old way finds the same, and opens no page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules.length > 0) axe.withRules([...rules])
  if ((await page.locator(DIALOG).count()) > 0) axe.include(DIALOG)
  // Guards of the focus are hidden from screen readers, and take the focus only to hand it on.
  const { violations } = await axe.exclude('[data-base-ui-focus-guard]').analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** On a phone and at a desk, by daylight and in the dark, where nothing but colours can differ. */
export async function faultsInEveryLook(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  const onPhone = await faults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await faults(page, 'color-contrast')
  await page.setViewportSize(DESK)
  const atDesk = await faults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const byDaylight = await faults(page, 'color-contrast')
  await page.setViewportSize(PHONE)
  return [...onPhone, ...inTheDark, ...atDesk, ...byDaylight]
}

/** How wide the page is in a window of that width: as wide, unless something stands out of it. */
export async function widthIn(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 740 })
  return page.evaluate(() => document.documentElement.scrollWidth)
}
