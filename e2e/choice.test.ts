import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { toSignupStep } from './signup.ts'

const FAR_DOWN = 'Uzbekistan'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const country = (page: Page) => page.getByRole('group', { name: /point|точка/i }).getByRole('combobox')

async function openSignup(options: PhoneOptions) {
  const page = await stage.newPhone(options)
  await page.goto('/auth/signup')
  await toSignupStep(page, /point|точка/i)
  await expect(country(page)).toBeEnabled()
  return page
}

/**
 * Looks at the list in every frame from its first one, jumps to its end and to its middle meanwhile, and returns which
 * options were ever drawn at two places of it.
 */
const movedOptions = (page: Page) =>
  page.evaluate(async () => {
    const places = new Map<string, Set<number>>()
    for (let frame = 0; frame < 60; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const list = document.querySelector('[role=listbox]')
      if (!list) continue
      frame += 1
      const top = list.getBoundingClientRect().top - list.scrollTop
      for (const option of list.querySelectorAll('[role=option]')) {
        const place = Math.round(option.getBoundingClientRect().top - top)
        const name = option.textContent ?? ''
        places.set(name, (places.get(name) ?? new Set()).add(place))
      }
      if (frame % 20 === 0) list.scrollTop = list.scrollHeight / (frame / 20)
    }
    return [...places].filter(([, seen]) => seen.size > 1).map(([name, seen]) => `${name}: ${[...seen].join(', ')}`)
  })

/** Brings an option into sight in one jump, as a flung list does, and returns at once where it is. */
const jumpTo = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    for (;;) {
      const option = [...document.querySelectorAll('[role=option]')].find(({ textContent }) => textContent === wanted)
      if (option) {
        option.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = option.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, name)

const looks: readonly [where: string, options: PhoneOptions, width: number][] = [
  ['on a phone', {}, 390],
  ['on a small phone, where some names take two lines', { language: 'ru' }, 320],
  ['at a desk', { viewport: 'desktop' }, 1280],
]

describe.each(looks)('a long list %s', (_where, options, width) => {
  test('never moves an option, while the rest of it is drawn and wherever it is scrolled to', async () => {
    const page = await openSignup(options)
    await page.setViewportSize({ width, height: 700 })
    const moved = movedOptions(page)
    await country(page).click()
    expect(await moved).toEqual([])
    expectQuiet(page)
  })
})

describe.each([['phone'], ['desktop']] as const)('on a %s, a long list', (viewport) => {
  test('takes a press far down as soon as the option is there', async () => {
    const page = await openSignup({ viewport })
    await country(page).click()
    const { x, y } = await jumpTo(page, FAR_DOWN)
    if (viewport === 'phone') await page.touchscreen.tap(x, y)
    else await page.mouse.click(x, y)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(country(page)).toContainText(FAR_DOWN)
  })

  test('opens where the chosen option is, and stays there', async () => {
    const page = await openSignup({ viewport })
    await country(page).click()
    await page.getByRole('option', { name: FAR_DOWN }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const seen = page.evaluate(async () => {
      const tops = new Set<number>()
      for (let frame = 0; frame < 30; ) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const list = document.querySelector('[role=listbox]')
        if (!list) continue
        frame += 1
        const chosen = list.querySelector('[aria-selected=true]')
        tops.add(Math.round((chosen?.getBoundingClientRect().top ?? -1) - list.getBoundingClientRect().top))
      }
      return [...tops]
    })
    await country(page).click()
    expect(await seen).toHaveLength(1)
    await expect(page.getByRole('option', { name: FAR_DOWN })).toBeInViewport()
  })
})
