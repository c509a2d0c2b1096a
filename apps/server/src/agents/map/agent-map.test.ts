import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { makeDemo, someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

const points = async (filters: Parameters<typeof risk.call<typeof contract.mapAgents>>[1] = {}) => {
  const { id, ...page } = (await risk.call(contract.mapAgents, filters)).payload
  return {
    next: page.next,
    of: (agent: { readonly id: string }) => {
      const index = id.indexOf(agent.id)
      if (index < 0) return null
      const { name, status, lat, lon, float, volume_today } = page
      return {
        name: name[index],
        status: status[index],
        lat: lat[index],
        lon: lon[index],
        float: float?.[index],
        volume: volume_today?.[index],
      }
    },
  }
}

describe('agents on the map', () => {
  test('are there with their point, name and status, and by currency with float and volume', async () => {
    const agent = await agentAt(-40.25, -120.25)
    const blocked = await agentAt(-40.75, -120.123456, 'blocked')
    const all = await points()
    expect(all.of(agent)).toMatchObject({ status: 'approved', lat: -40.25, lon: -120.25, float: undefined })
    expect(all.of(blocked)).toMatchObject({ status: 'blocked', lon: -120.12346, name: expect.stringMatching(/\w/) })
    expect(all.next).toBeNull()
    expect((await points({ status: 'blocked' })).of(agent)).toBeNull()
    expect((await points({ status: 'blocked' })).of(blocked)).not.toBeNull()
    expect((await points({ currency: 'UZS' })).of(agent)).toMatchObject({ float: '500.00', volume: '0.00' })
    expect((await points({ currency: 'TRY' })).of(agent)).toBeNull()
  })

  test('do not include demo agents, and agents without a point', async () => {
    const [demo, nowhere] = [await agentAt(-41, -121), await agentAt(-42, -122)]
    await makeDemo(world, demo.id)
    await world.db.execute(sql`update agent set geo_lat = null, geo_lon = null where id = ${nowhere.id}`)
    const all = await points()
    expect([all.of(demo), all.of(nowhere)]).toEqual([null, null])
  })

  test('come in pages by cash ID: after the last one there is none', async () => {
    const agent = await agentAt(-43, -123)
    const { cash_id } = (await risk.call(contract.readAgent, { agent_id: agent.id })).payload.agent
    const before = await points({ cursor: String(Number(cash_id) - 1) })
    expect(before.of(agent)).not.toBeNull()
    expect((await points({ cursor: cash_id })).of(agent)).toBeNull()
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
