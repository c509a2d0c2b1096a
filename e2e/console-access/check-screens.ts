import type { OperatorRole } from '@cashbox/contract/operator'
import { openDesk, sessionOf } from '@cashbox/testing/browser/desk'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { newTabs } from '@cashbox/testing/browser/tabs'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faultsByDay, faultsInEveryLook, faultsInTheDark, widthIn } from '../access.ts'
import { propsOf } from '../props.ts'
import { goTo, type Screen } from '../screens.ts'

/** Every part of these is on another screen, which is checked: the same page in a drawer, or with fewer buttons. */
const SEEN_ELSEWHERE: Readonly<Record<string, string>> = {
  'console-rates-support': 'console-rates',
  'console-settings-support': 'console-settings',
  'console-text-support': 'console-text-changed',
  'console-choices-support': 'console-choices',
  'console-partner-seen': 'console-partner-page',
  'console-partner': 'console-partner-page',
  'console-channel': 'console-channel-page',
  'console-risk-drawer': 'console-risk-agent',
  'console-transaction-none': 'console-agent-none',
  'console-money-none': 'console-agent-none',
  'console-transactions-none': 'console-empty-list',
  'console-risk-none': 'console-empty-list',
}

/** One test for each screen, on one stage. */
export function checkScreens(all: readonly Screen[]) {
  const screens = all.filter(({ name }) => !(name in SEEN_ELSEWHERE))
  let stage: Stage
  // One for all screens: a tab that has run the app before loads it for a third of the processor time.
  let page: Page
  let signedIn: OperatorRole | undefined
  const sessions = new Map<OperatorRole, ReturnType<typeof sessionOf>>()
  beforeAll(async () => {
    stage = await openStage()
    page = await openDesk(newTabs(stage.browser), stage.world.address, {})
  })
  afterAll(() => stage.close())

  async function signIn(as: OperatorRole | undefined) {
    if (as === signedIn) return
    signedIn = as
    await page.evaluate(() => localStorage.clear())
    // Left before, or the page of the one before reads again as somebody who may not.
    await page.goto('about:blank')
    await page.context().clearCookies()
    if (!as) return
    const session = sessions.get(as) ?? sessionOf(stage.world.address, as)
    sessions.set(as, session)
    await page.context().addCookies([await session])
  }

  test.each(screens.map((screen, index) => ({ ...screen, faults: looksFor(screen, index) })))(
    '$name has no fault of accessibility, and is no wider than a phone',
    async ({ faults, ...screen }) => {
      const { operator, before, act, after } = screen
      const { world } = stage
      const props = propsOf({ address: world.address, signIn: (name) => world.logIn(name) }, 'en')
      await before?.(props)
      // What one screen held back must not hold up the next.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await signIn(operator)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await goTo(page, screen)
      // Also behind a dialog that the address opens.
      await expect(page.locator('h1')).toBeVisible()
      await settled(page)
      await act?.(page, props)
      await settled(page)
      expect(await faults(page)).toEqual([])
      expect(await widthIn(page, 390)).toBe(390)
      // Some of them show what the server has refused.
      expectQuiet(page, /401|404|422/)
      await after?.(props)
    },
  )
}

/** A page is seen by day and by night. What opens on a page is the same frame with other fields: each in one look. */
function looksFor({ act }: Screen, index: number) {
  if (!act) return faultsInEveryLook
  return index % 2 === 0 ? faultsInTheDark : faultsByDay
}

const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)
