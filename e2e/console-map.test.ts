import { col, sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

const TILES = 'http://tiles.test'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { CASHBOX_MAP_TILES: `${TILES}/{z}/{x}/{y}.png` } })
})
afterAll(() => stage.close())

const map = (page: Page, name: string) => page.getByRole('group', { name })

/** Presses the handle of that name and moves it so many pixels to the right. */
async function drag(page: Page, name: string, byPixels: number) {
  const handle = page.getByTitle(name)
  await handle.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + byPixels, y + height / 2, { steps: 4 })
  await page.mouse.up()
}

test('an operator finds agents on a map whose pictures do not come, and drags, types and searches the circle of an approval', async () => {
  const { world } = stage
  const agent = await makeAgent(world, { status: 'pending' })
  await world.db.execute(
    sql`update agent set geo_lat = -33.45, geo_lon = -70.66, geo_area = 300 where id = ${agent.id}`,
  )
  const page = await stage.newDesk({ as: 'risk' })
  await page.route(`${TILES}/**`, (route) => route.abort())
  await page.goto('/console/map?status=pending')
  await expect(page.getByText('The base map does not load')).toBeVisible()
  await expect(map(page, 'Map of agents').locator('path.map-land').first()).toBeAttached()
  await expect(page.getByText(/agents? in this part of the map/)).toBeVisible()
  await page.getByRole('list', { name: 'Agents on the map' }).locator(`a[href$="${agent.id}"]`).click()

  await page.getByRole('button', { name: 'Approve' }).click()
  const [radius, longitude] = [page.getByLabel('Radius in metres'), page.getByLabel('Longitude')]
  await expect(radius).toHaveValue('300')
  // It comes above the map and pushes it down.
  await expect(page.getByRole('dialog').getByText('The base map does not load')).toBeVisible()
  await drag(page, 'Resize the area', 40)
  await expect.poll(async () => Number(await radius.inputValue())).toBeGreaterThan(320)
  await drag(page, 'Move the area', 40)
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(-70.66)
  // The keyboard has the numbers, and the circle follows them.
  const before = await page.getByTitle('Resize the area').boundingBox()
  await radius.fill('100')
  await expect.poll(async () => (await page.getByTitle('Resize the area').boundingBox())?.x).not.toBe(before?.x)

  await page.getByLabel('Address').fill('Registan 5, Samarkand')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Samarkand, Uzbekistan' }).click()
  await expect(page.getByLabel('Latitude')).toHaveValue('39.654200')
  await expect(page.getByTitle('Move the area')).toBeInViewport()
  // A geocoder that is away leaves the map and what was chosen.
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await fetch(`${world.address}/sandbox/geocoder/behaviour`, { ...json, body: '{"mode":"away"}' })
  await page.getByRole('button', { name: 'Search address' }).click()
  await expect(page.getByText('The address search does not answer. Enter the coordinates.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve agent' }).click()
  await expect(page.getByText('was approved.')).toBeVisible()
  const columns = { geo_lat: col.float8, geo_lon: col.float8, geo_area: col.int4 }
  const approved = await world.db.query(
    sql`select geo_lat, geo_lon, geo_area from agent where id = ${agent.id}`,
    columns,
  )
  expect(approved).toEqual([{ geo_lat: 39.6542, geo_lon: 66.9597, geo_area: 100 }])
  // The pictures that did not come are in the browser's log.
  expectQuiet(page, /ERR_FAILED/)
})

test('the overview shows the agents of every country at first, also those that are one group from afar', async () => {
  const cities = { Tashkent: [41.3, 69.24], Almaty: [43.24, 76.89], Bishkek: [42.87, 74.59] } as const
  for (const [city, [lat, lon]] of Object.entries(cities)) {
    await makeAgent(stage.world, { status: 'suspended', fullName: `Agent ${city}`, geo: { lat, lon } })
  }
  const page = await stage.newDesk({ as: 'risk' })
  await page.route(`${TILES}/**`, (route) => route.abort())
  await page.goto('/console/map?status=suspended')
  // Nearer than the whole Earth, which is shown until the agents are known.
  await expect(map(page, 'Map of agents').locator('.leaflet-control-scale-line')).toHaveText(/^\d{2,3} km$/)
  const listed = page.getByRole('list', { name: 'Agents on the map' })
  for (const city of Object.keys(cities))
    await expect(listed.getByRole('link', { name: `Agent ${city}` })).toBeVisible()
  expectQuiet(page, /ERR_FAILED/)
})

test('without a base map there are the area, its neighbours and a scale in place of streets, a sentence how to add one, and no list of countries', async () => {
  const agent = await makeAgent(stage.world)
  await stage.world.db.execute(
    sql`update agent set geo_lat = 41.2995, geo_lon = 69.2401, geo_area = 300 where id = ${agent.id}`,
  )
  await makeAgent(stage.world, { fullName: 'Neighbour of them', geo: { lat: 41.3005, lon: 69.2401 } })
  const page = await stage.newDesk({ as: 'admin' })
  const settings = { payload: { tiles: null, attribution: '', has_search: false } }
  await page.route('**/operator/v1/map/settings', (route) => route.fulfill({ json: settings }))
  await page.goto('/console/map')
  await expect(page.getByText('No street map. Set CASHBOX_MAP_TILES on the server to add one.')).toBeVisible()
  await expect(map(page, 'Map of agents').locator('path.map-land').first()).toBeAttached()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.goto(`/console/agents/${agent.id}`)
  await page.getByRole('button', { name: 'Change terms' }).click()
  const near = page.getByRole('dialog')
  await expect(near.locator('path.map-shape-main')).toBeAttached()
  await expect(near.locator('.leaflet-control-scale-line')).toHaveText(/^\d+ m$/)
  await expect(near.getByRole('img', { name: 'Neighbour of them' })).toBeVisible()
  await expect(near.getByText(/^Nearest agents: .*Neighbour of them \(111\sm\)/)).toBeVisible()
  await expect(near.getByText(/grid|#/)).toHaveCount(0)
  expectQuiet(page)
})
