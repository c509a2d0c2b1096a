import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@cashbox/contract/operator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperatorClient, operatorOf } from '../../../../test/operator-client.ts'
import { someAgent } from '../../../../test/some-agent.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { sql } from '../../../platform/db/sql.ts'
import { cellLevels, countCells } from './count-cells.ts'
import { type Area, agentsIn, type GroupRow, groupCells, groupLive } from './group-rows.ts'

let answer: RequestListener = () => {}
const geocoder = createServer((request, response) => answer(request, response))

let world: World
let risk: OperatorClient
beforeAll(async () => {
  geocoder.listen(0, '127.0.0.1')
  await once(geocoder, 'listening')
  const { port } = geocoder.address() as AddressInfo
  world = await openWorld({
    env: {
      CASHBOX_GEOCODER: `http://127.0.0.1:${port}/search?q={query}`,
      CASHBOX_MAP_TILES: 'https://tiles.example.com/{z}/{x}/{y}.png',
      CASHBOX_MAP_ATTRIBUTION: 'Example Maps',
    },
  })
  risk = await operatorOf(world.address, 'risk')
})
afterAll(async () => {
  await world.close()
  geocoder.closeAllConnections()
  geocoder.close()
})

/** An agent at a place in the South Sea, where no one else is. */
async function agentAt(lat: number, lon: number, status: 'approved' | 'blocked' = 'approved') {
  const agent = await someAgent(world, { status, float: '500.00' })
  await world.db.execute(sql`update agent set geo_lat = ${lat}, geo_lon = ${lon} where id = ${agent.id}`)
  return agent
}

const groups = async (box: readonly [number, number, number, number], filters = {}) => {
  const [south, west, north, east] = box.map(String)
  const input = { south, west, north, east, ...filters } as Parameters<typeof risk.call<typeof contract.mapAgents>>[1]
  return (await risk.call(contract.mapAgents, input)).payload
}

describe('agents on the map', () => {
  test('are one group from afar and single ones from near, with their statuses and sums', async () => {
    const first = await agentAt(-40.25, -120.25)
    await agentAt(-40.75, -120.75, 'blocked')
    const far = await groups([-80, -180, 0, -90])
    expect(far).toMatchObject({ agents: 2, list: [{ agents: 2, statuses: { approved: 1, blocked: 1 }, agent: null }] })
    expect(far.list[0]?.float).toBeNull()
    expect(far.names.map(({ id }) => id)).toContain(first.id)
    const near = await groups([-41, -121, -40, -120])
    expect(near.list.map(({ agents }) => agents)).toEqual([1, 1])
    expect(near.list.find(({ agent }) => agent?.id === first.id)).toMatchObject({ geo_lat: -40.25, geo_lon: -120.25 })
    const blocked = await groups([-80, -180, 0, -90], { status: 'blocked' })
    expect(blocked).toMatchObject({ agents: 1, list: [{ agent: { status: 'blocked' } }] })
    const inSums = await groups([-80, -180, 0, -90], { currency: 'UZS' })
    expect(inSums.list).toMatchObject([{ agents: 2, float: '1000.00', volume_today: '0.00' }])
    expect((await groups([-80, -180, 0, -90], { currency: 'TRY' })).agents).toBe(0)
  })

  test('of the whole world are a few hundred groups at most, and demo agents are not among them', async () => {
    const { list } = await groups([-90, -180, 90, 180])
    expect(list.length).toBeLessThanOrEqual(300)
    await world.db.execute(sql`update agent set is_demo = true where geo_lat = -40.25`)
    expect((await groups([-80, -180, 0, -90])).agents).toBe(1)
  })
})

describe('a wide area with many agents', () => {
  const area: Area = { box: [-80, -180, 0, -90], size: 16, status: undefined, currency: 'UZS' }
  const inOrder = (rows: readonly GroupRow[]) =>
    rows
      .map((row) => ({ ...row, geo_lat: row.geo_lat.toFixed(9), geo_lon: row.geo_lon.toFixed(9) }))
      .toSorted((one, other) => Number(one.geo_lat) - Number(other.geo_lat))

  test('has the same groups from its cells as from its agents, also after one has moved', async () => {
    const services = { db: world.ofServer, clock: world.clock }
    const moving = await agentAt(-30.25, -100.25)
    await agentAt(-30.25, -100.25)
    await agentAt(-30.251, -100.251, 'blocked')
    await agentAt(-30.9, -100.9)
    await agentAt(-60, -170)
    for (const lat of [-30.25, -45.5]) {
      await world.db.execute(sql`update agent set geo_lat = ${lat} where id = ${moving.id}`)
      await countCells({ db: world.ofServer, clock: world.clock })
      const live = await groupLive(services, area, agentsIn(services, area))
      expect(live.length).toBeGreaterThan(2)
      for (const level of cellLevels) {
        const cells = await groupCells(services, area, level)
        expect(inOrder(cells)).toEqual(inOrder(live))
      }
    }
  })

  test('is read from its cells and says when they were counted, and a small number of agents one by one', async () => {
    const cell = (agents: number) =>
      world.db.execute(sql`
      insert into map_cell (level, y, x, status, currency_code, agents, lat_sum, lon_sum, cash_id, float, volume)
      values (-1, -20, 300, 'approved', 'UZS', ${agents}, ${agents * -9_750_000}, ${agents * 150_250_000}, 1, 700, 300)
      on conflict (level, y, x, status, currency_code) do update set agents = excluded.agents`)
    const seconds = () => Math.floor(world.clock.now().getTime() / 1000)
    const count = () => countCells({ db: world.ofServer, clock: world.clock })
    const before = seconds()
    await count()
    const after = seconds()
    world.clock.advance(300)
    await cell(2001)
    const { as_of, ...many } = await groups([-20, 140, 0, 160], { currency: 'UZS' })
    expect(as_of).toBeGreaterThanOrEqual(before)
    expect(as_of).toBeLessThanOrEqual(after)
    expect(many).toEqual({
      agents: 2001,
      list: [
        expect.objectContaining({ agents: 2001, statuses: { approved: 2001 }, float: '7.00', volume_today: '3.00' }),
      ],
      names: [],
    })
    await cell(2000)
    expect(await groups([-20, 140, 0, 160])).toMatchObject({ agents: 0, as_of: null })
    await cell(3000)
    await count()
    expect((await groups([-20, 140, 0, 160])).agents).toBe(0)
  })
})

test('the tiles of the configuration are named, and the only foreign pictures that a page may load', async () => {
  expect((await risk.call(contract.readMapSettings, {})).payload).toEqual({
    tiles: 'https://tiles.example.com/{z}/{x}/{y}.png',
    attribution: 'Example Maps',
    has_search: true,
  })
  const { headers } = await fetch(`${world.address}/console/`)
  const images = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  expect(images?.split(' ').filter((source) => source.includes('example'))).toEqual(['https://tiles.example.com'])
})

describe('the search for addresses', () => {
  const search = async (query: string) => (await risk.call(contract.searchPlaces, { query })).payload

  test('asks the geocoder, and leaves out what is nowhere on Earth', async () => {
    let asked: string | undefined
    answer = (request, response) => {
      asked = request.url
      response.end(
        JSON.stringify([
          { display_name: 'Amir Temur 1, Tashkent', lat: '41.3111', lon: 69.2797, importance: 1 },
          { display_name: 'Nowhere', lat: '141', lon: '0' },
        ]),
      )
    }
    const place = { name: 'Amir Temur 1, Tashkent', geo_lat: '41.311100', geo_lon: '69.279700' }
    expect(await search('Amir Temur & sons')).toEqual({ is_available: true, list: [place] })
    expect(asked).toBe('/search?q=Amir%20Temur%20%26%20sons')
  })

  const troubles: Readonly<Record<string, RequestListener>> = {
    fails: (_, response) => void response.writeHead(500).end(),
    'is closed': (_, response) => void response.destroy(),
    'answers nonsense': (_, response) => void response.end('<html>'),
    'answers something else': (_, response) => void response.end('{"places":[]}'),
    'leads elsewhere': (_, response) => void response.writeHead(302, { location: '/x' }).end(),
    'never stops': (_, response) => void response.write('['.repeat(300_000)),
  }

  test.each(Object.entries(troubles))('says that it is not available when the geocoder %s', async (_name, behave) => {
    answer = behave
    expect(await search('somewhere')).toEqual({ is_available: false, list: [] })
  })
})
