import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleTexts } from '@cashbox/contract/console-texts'
import { createMoneyRequest, listAgents, type OperatorRole } from '@cashbox/contract/operator'
import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeRareStates } from './console-screens/rare-states.ts'
import { propsOf } from './props.ts'

/** Also those below another one, which are hidden from screen readers. */
const DIALOG = '[role=dialog]'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const

/** Where dialogs are opened from: a page, and for a row the drawer that it opens. */
const places: readonly (readonly [as: OperatorRole | 'admin2', path: string, part?: 'row'])[] = [
  ['risk', '/agents?search=pending%40cashbox.test', 'row'],
  ['risk', '/agents?search=approved%40cashbox.test', 'row'],
  ['risk', '/agents?search=suspended%40cashbox.test', 'row'],
  ['support', '/transactions?state=locked', 'row'],
  ['finance', '/transactions?state=confirmed', 'row'],
  ['finance', '/held-topups', 'row'],
  ['admin2', '/approvals', 'row'],
  ['finance', '/approvals', 'row'],
  ['admin', '/channels'],
  ['admin', '/channels', 'row'],
  ['admin', '/partners'],
  ['admin', '/partners', 'row'],
  ['finance', '/partners/sandbox'],
  ['finance', '/partners/sandbox?tab=settlement'],
  ['risk', '/agents/{agent}?tab=sessions'],
  ['admin', '/partners/sandbox?tab=terms'],
  ['admin', '/partners/sandbox?tab=access'],
  ['finance', '/rates'],
  ['admin', '/operators'],
  ['admin', '/operators?search=support', 'row'],
  ['admin', '/texts?search=common.meters', 'row'],
  ['admin', '/audit', 'row'],
  ['admin', '/alert-destinations'],
  ['admin', '/settings'],
  ['admin', '/account'],
]

/** The same once a change is planned, and what was on is off. */
const rarePlaces: typeof places = [
  ['admin', '/channels'],
  ['admin', '/channels/istanbul'],
  ['admin', '/partners/playhouse'],
  ['admin', '/partners/playhouse?tab=settlement'],
  ['admin', '/partners/playhouse?tab=terms'],
  ['admin', '/partners/playhouse?tab=access'],
  ['admin', '/operators?search=risk', 'row'],
  ['admin', '/alert-destinations'],
  ['admin', '/texts?search=common.refresh', 'row'],
  ['admin', '/settings'],
]

/** Acts on what no network of a test has: a second factor, a rate of an operator, a signal of risk. */
const NOT_OPENED: readonly string[] = [
  'account.passkeys.add',
  'account.passkeys.remove',
  'app_texts.remove',
  'operators.actions.forget_factor',
  'partners.acts.activate_key',
  'rates.return_to_feed',
  'risk.dismiss',
]

/** Groups with a button or a submit button that are no acts. */
const NO_ACTS =
  /^(export|list_views|log_in|help|rates\.large_change|settings\.(color|test_letter)|money\.approval_limits)/

/** The text groups of all acts: each has a dialog with that ID. */
const actsOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return []
    const own = path === '' ? key : `${path}.${key}`
    const isAct = ('button' in value || 'submit' in value) && !NO_ACTS.test(own)
    return [...(isAct ? [own] : []), ...actsOf(value as object, own)]
  })

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Main buttons of the open dialog that cannot be seen as a whole, or that lie under something. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
    const buttons = dialog?.querySelectorAll('button[type=submit], [data-dialog-footer] :is(button, a)') ?? []
    return [...buttons].flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return isInside && button.contains(above) ? [] : [`${button.textContent} at ${Math.round(bottom)}`]
    })
  })

async function measure(page: Page) {
  const dialog = page.locator(DIALOG).last()
  const id = (await dialog.getAttribute('id')) ?? ''
  const title = await dialog.locator('h2').first().innerText()
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForFunction(() => document.getAnimations().length === 0)
    seen.set(`${id.includes('.') ? id : title} at ${size.width}×${size.height}`, await hidden(page))
  }
  await page.setViewportSize(SIZES[0])
  return id
}

const seen = new Map<string, readonly string[]>()
const opened = new Set<string>()
let agentId = ''

/** What the drawers show. */
beforeAll(async () => {
  const props = propsOf({ address: stage.world.address, signIn: (name) => stage.world.logIn(name) }, 'en')
  await props.confirmDeposit('12500.00')
  await props.lockWithdrawal('8000.00')
  await props.holdPayment('60')
  const finance = await operatorOf(stage.world.address, 'finance')
  const agents = await finance.call(listAgents, { search: 'fenced@cashbox.test' })
  agentId = agents.payload.list[0]?.id ?? ''
  const about = { kind: 'adjustment', cash_id: '100001', reason: 'Counted twice on Friday.' } as const
  await finance.call(createMoneyRequest, { id: randomUUID(), amount: '9000000.00', ...about })
})

/** Opens one dialog after the other, and fails where a main button is out of sight. */
async function openAll([as, path, part]: (typeof places)[number]) {
  const page = await stage.newDesk({ as })
  await page.setViewportSize(SIZES[0])
  await page.goto(`/console${path.replace('{agent}', agentId)}`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (part === 'row') {
    await page.locator('[data-row-link]').first().click()
    await page.locator(DIALOG).waitFor()
    await measure(page)
  }
  const layers = part === 'row' ? 1 : 0
  const openers = (part === 'row' ? page.locator(DIALOG) : page.locator('main')).locator('[aria-haspopup=dialog]')
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  const count = await openers.count()
  for (let index = 0; index < count; index += 1) {
    await openers.nth(index).click()
    await expect(page.locator(DIALOG)).toHaveCount(layers + 1)
    opened.add(await measure(page))
    await page.keyboard.press('Escape')
    await expect(page.locator(DIALOG)).toHaveCount(layers)
  }
  expect([...seen].filter(([, buttons]) => buttons.length > 0)).toEqual([])
  seen.clear()
}

test.each(places.map((place) => ({ place, name: place.join(' ') })))(
  'the main buttons of dialogs and drawers are in sight: $name',
  ({ place }) => openAll(place),
)

describe('where changes are planned, and much is off', () => {
  beforeAll(() => makeRareStates(stage.world.address))

  test.each(rarePlaces.map((place) => ({ place, name: place.join(' ') })))(
    'the main buttons of dialogs and drawers are in sight: $name',
    ({ place }) => openAll(place),
  )
})

const SOURCES = join(import.meta.dirname, '../apps/console/src')

test('every act has a dialog that was opened, and every submit button is in the footer of its dialog', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
  const submitting = sources.filter((path) => readFileSync(join(SOURCES, path), 'utf8').includes('type="submit"'))
  expect(submitting.toSorted()).toEqual(['features/money/review-sheet.tsx', 'platform/forms/form.tsx'])
  for (const path of submitting) expect(readFileSync(join(SOURCES, path), 'utf8')).toContain('<DialogFooter>')
  expect(actsOf(consoleTexts.en).filter((act) => !opened.has(act) && !NOT_OPENED.includes(act))).toEqual([])
})
