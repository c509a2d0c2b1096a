import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { untilDrawn } from '@cashbox/testing/browser/phone'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

// A third of the time to load that `axe.source` takes, which is not minified.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * What axe finds wrong, with the elements. With a dialog open it looks at that alone: what is behind it is a screen of
 * its own.
 */
export async function faults(page: Page) {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (dialog) => {
    // Rows are all alike, and most of the time would go into their cells. The rows themselves stay where they are, for
    // a list that arrives meanwhile takes them away.
    const rows = [...document.querySelectorAll<HTMLElement>('tbody tr:nth-child(n + 5)')].map((row) => ({
      row,
      cells: [...row.childNodes],
    }))
    for (const { row } of rows) {
      row.hidden = true
      row.replaceChildren()
    }
    const { violations } = await window.axe.run(
      {
        ...(document.querySelector(dialog) ? { include: [dialog] } : {}),
        // Guards of the focus are hidden from screen readers, and take it only to hand it on.
        exclude: ['[data-base-ui-focus-guard]'],
      },
      { resultTypes: ['violations'] },
    )
    for (const { row, cells } of rows) {
      row.hidden = false
      row.append(...cells)
    }
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, DIALOG)
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

export async function faultsInTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(DESK)
  return faults(page)
}

export async function faultsByDay(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  return faults(page)
}

/** In the dark at a desk, and by daylight on a phone: each part is seen in both, unless only one of them has it. */
export const faultsInEveryLook = async (page: Page) => [...(await faultsInTheDark(page)), ...(await faultsByDay(page))]

/** How wide the page is in a window of that width: as wide, unless something overflows. */
export async function widthIn(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 740 })
  // What measures itself has then drawn itself anew.
  await untilDrawn(page)
  return page.evaluate(() => document.documentElement.scrollWidth)
}
