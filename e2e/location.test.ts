import { sql } from '@cashbox/postgres/database'
import {
  expect,
  expectQuiet,
  noticesOf,
  openStage,
  type Stage,
  TASHKENT,
  untilDrawn,
} from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup } from './payments-popup.ts'

const DENIED = 'Allow location access on this web-site to continue'
const OUTSIDE = "You're out of the allowed area. Kindly return to it as soon as possible."
const METERS_A_DEGREE = 111_194.926645

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** So many metres north of the point. */
const north = (meters: number) => ({
  latitude: TASHKENT.latitude + meters / METERS_A_DEGREE,
  longitude: TASHKENT.longitude,
  accuracy: 10,
})

const fenced = (geoArea = 300) => makeAgent(stage.world, { geoArea })
const isInside = (page: Page) => expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
const isBlocked = async (page: Page, text: string) => {
  await expect(page.getByRole('heading', { name: text })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
}
const rowOf = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

describe('an agent inside the allowed area', () => {
  test.each([0, 299])('sees the app from %i m away', async (meters) => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: north(meters) })
    await page.goto('/profile')
    await isInside(page)
    expectQuiet(page)
  })

  test('who leaves it is stopped, and goes on where they were when they are back', async () => {
    const page = await stage.newPhone({ as: await fenced() })
    await page.goto('/profile')
    await isInside(page)
    await page.context().setGeolocation(north(301))
    await isBlocked(page, OUTSIDE)
    await page.context().setGeolocation(north(299))
    await isInside(page)
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })
})

describe('a payment that is being typed', () => {
  const type = async (page: Page) => {
    const { id, amount, typeCode, sheet } = await openPopup(page, 'withdraw')
    await id.fill('NOSUCHID22')
    await amount.fill('1250.50')
    await typeCode('123456')
    return async () => {
      await expect(id).toHaveValue('NOSUCHID22')
      await expect(amount).toHaveValue('1,250.50')
      await expect(sheet.getByLabel('Character 6 of 6')).toHaveValue('6')
    }
  }

  test('is still there when the agent is back in the area, also after reading elsewhere', async () => {
    const page = await stage.newPhone({ as: await fenced() })
    const isTyped = await type(page)
    await page.context().setGeolocation(north(301))
    await isBlocked(page, OUTSIDE)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.context().setGeolocation(north(299))
    await isTyped()
    expectQuiet(page, /status of 422/)
  })

  test('is not interrupted by one error, and survives the screen that a lasting error shows', async () => {
    const page = await stage.newPhone({ as: await fenced() })
    await page.clock.install()
    await page.addInitScript(() => {
      const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation)
      navigator.geolocation.watchPosition = (found, failed, options) => {
        const fail = (error: GeolocationPositionError) => {
          failed?.(error)
          document.body.dataset['hasFailed'] = 'true'
        }
        return watch(found, fail, options)
      }
    })
    const isTyped = await type(page)
    await page.context().setGeolocation(null)
    await expect(page.locator('body')).toHaveAttribute('data-has-failed', 'true')
    await untilDrawn(page)
    await isTyped()
    await page.clock.fastForward(31_000)
    await isBlocked(page, DENIED)
    await page.context().setGeolocation(north(0))
    await isTyped()
  })
})

test('a phone that does not move says at once where it is', async () => {
  const page = await stage.newPhone({ as: await fenced() })
  await page.clock.install()
  // As Chromium does it: beside a watch, a single request waits until the device moves.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => {}
  })
  const deposit = await openDeposit(stage.world, '100.00')
  const { id, submit, gotIt } = await openPopup(page, 'deposit')
  await id.fill(deposit)
  await expect(submit).toBeEnabled()
  await page.clock.fastForward(31_000)
  await submit.click()
  await expect(gotIt).toBeVisible()
})

test('an agent outside the area reads the history and the profile, and is told that nothing can be confirmed', async () => {
  const page = await stage.newPhone({ as: await fenced(), geolocation: north(500) })
  await page.goto('/dashboard')
  await isBlocked(page, OUTSIDE)
  await expect(page.getByRole('button', { name: 'Add funds' })).toHaveCount(0)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByText('Outside your area: you can view, but not confirm payments.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Check location' }).click()
  await isBlocked(page, OUTSIDE)
  await page.context().setGeolocation(north(10))
  await expect(page.getByText('Available Balance')).toBeVisible()
})

describe('an agent outside the allowed area', () => {
  const open = async (meters: number, geoArea = 300) => {
    const agent = await fenced(geoArea)
    const page = await stage.newPhone({ as: agent, geolocation: north(meters) })
    await page.goto('/dashboard')
    await isBlocked(page, OUTSIDE)
    return { agent, page }
  }

  test('reads where they are, where their point is, the allowed area and the distance', async () => {
    const { page } = await open(1234)
    await expect(rowOf(page, 'Current location')).toContainText('41.31060, 69.24010')
    await expect(rowOf(page, 'Initial location').last()).toContainText('41.29950, 69.24010')
    await expect(rowOf(page, 'Allowed area')).toContainText('300 meters')
    await expect(rowOf(page, 'Distance')).toContainText('1,234 meters')
    await expect(page.getByRole('img', { name: /you 1,234 meters away/ })).toBeVisible()
    await expect(page).toHaveTitle('Location · Cashbox')
    expectQuiet(page)
  })

  test('reads long distances in kilometres, and the area always in meters', async () => {
    const { page } = await open(265_826, 12_500)
    await expect(rowOf(page, 'Allowed area')).toContainText('12,500 meters')
    await expect(rowOf(page, 'Distance')).toContainText('266 km')
  })

  test('can copy all of that for their manager, with the Cashbox ID', async () => {
    const { agent, page } = await open(1234)
    const said = await noticesOf(page)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(said).toContain('Copied')
    expect((await clipboard(page)).split('\n')).toEqual([
      `Cashbox ID: ${agent.cashId}`,
      'Current location: 41.31060, 69.24010',
      'Initial location: 41.29950, 69.24010',
      'Allowed area: 300 meters',
      'Distance: 1,234 meters',
    ])
  })

  test('says when it could not be copied', async () => {
    const { page } = await open(1234)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    const said = await noticesOf(page, 'alert')
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(said).toContainEqual(expect.stringContaining('not here'))
  })

  test('is let in by Refresh when their manager has widened the area', async () => {
    const { agent, page } = await open(500)
    await stage.world.db.execute(sql`update agent set geo_area = 600 where id = ${agent.id}`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await isInside(page)
  })

  test('stays out after a Refresh that finds them where they were', async () => {
    const { page } = await open(500)
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.click()
    await expect(refresh).not.toHaveAttribute('aria-busy')
    await isBlocked(page, OUTSIDE)
  })

  test('can choose a language and log out', async () => {
    const { page } = await open(500)
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: /Español/ }).click()
    await expect(page.getByText('Zona permitida', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  })
})

describe('without a location', () => {
  test('permission denied: the app asks for access', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await expect(page.getByText('Open the site settings in your browser')).toBeVisible()
  })

  test('position unavailable: the app asks to turn it on', async () => {
    const page = await stage.newPhone({ as: await fenced() })
    await page.context().setGeolocation(null)
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await expect(page.getByText('Turn on location on your device')).toBeVisible()
  })

  test('Copy gives the address, to be opened in a browser that has a location', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.goto('/dashboard')
    const said = await noticesOf(page)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(said).toContain('Copied')
    expect(await clipboard(page)).toBe(stage.world.address)
  })

  const allow = async (page: Page) => {
    await page.context().setGeolocation(north(0))
    await page.context().grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write'])
  }

  test('an agent who then allows it is let in by itself, and from then on followed', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await allow(page)
    await isInside(page)
    await page.context().setGeolocation(north(1000))
    await isBlocked(page, OUTSIDE)
  })

  test('an agent who allows it before the browser has said how it is to be told of that is let in too', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.addInitScript(() => {
      const answered = Promise.withResolvers<void>()
      const query = navigator.permissions.query.bind(navigator.permissions)
      navigator.permissions.query = (what) => answered.promise.then(() => query(what))
      Object.assign(window, { answer: answered.resolve })
    })
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await allow(page)
    await page.evaluate(() => (window as unknown as { answer: () => void }).answer())
    await isInside(page)
  })

  test('Refresh lets the agent in where the browser does not report a permission', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.addInitScript(() => {
      navigator.permissions.query = () => Promise.reject(new TypeError('no such permission'))
    })
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await allow(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await isInside(page)
    await page.context().setGeolocation(north(1000))
    await isBlocked(page, OUTSIDE)
  })

  test('Refresh is busy while the device is asked', async () => {
    const page = await stage.newPhone({ as: await fenced(), geolocation: 'denied' })
    await page.goto('/dashboard')
    await isBlocked(page, DENIED)
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = () => {}
      navigator.geolocation.watchPosition = () => 1
    })
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.click()
    await expect(refresh).toHaveAttribute('aria-busy', 'true')
  })

  test('a loader shows while it is being determined', async () => {
    const page = await stage.newPhone({ as: await fenced() })
    await page.addInitScript(() => {
      navigator.geolocation.watchPosition = () => 1
    })
    await page.goto('/dashboard')
    await expect(page.getByText('Finding your location…')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })

  test('a demo agent is never asked', async () => {
    const demo = await makeAgent(stage.world, { isDemo: true, geoArea: 0 })
    const page = await stage.newPhone({ as: demo, geolocation: 'denied' })
    await page.goto('/profile')
    await isInside(page)
  })
})
