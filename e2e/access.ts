import type { Page } from '@playwright/test'
import axe from 'axe-core'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * What axe finds wrong, with the elements; by all its rules, or by those that are named. With a dialog open it looks at
 * that alone: what is behind it is a screen of its own.
 */
export async function faults(page: Page, ...rules: readonly string[]) {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ dialog, named }) => {
      const { violations } = await window.axe.run(
        {
          ...(document.querySelector(dialog) ? { include: [dialog] } : {}),
          // Guards of the focus are hidden from screen readers, and take it only to hand it on. Rows are all alike.
          exclude: ['[data-base-ui-focus-guard]', 'tbody tr:nth-child(n + 5)'],
        },
        { resultTypes: ['violations'], ...(named.length > 0 ? { runOnly: [...named] } : {}) },
      )
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    { dialog: DIALOG, named: rules },
  )
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
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
