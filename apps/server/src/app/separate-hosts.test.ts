import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld({
    env: { CASHBOX_PUBLIC_URL: 'http://agents.example.com', CASHBOX_CONSOLE_URL: 'http://console.example.com' },
  })
})
afterAll(() => world.close())

const statusAt = async (host: string, url: string) =>
  (await world.app.inject({ url, headers: { host, accept: 'application/json' } })).statusCode

test('with a host of its own, the console and its API are there only', async () => {
  for (const path of ['/operator/v1/session', '/operator/v1/exports/agents']) {
    expect([path, await statusAt('console.example.com', path)]).toEqual([path, 401])
    expect([path, await statusAt('agents.example.com', path)]).toEqual([path, 404])
    expect([path, await statusAt('127.0.0.1', path)]).toEqual([path, 404])
  }
})

test('and nothing else is there, but what monitoring asks for', async () => {
  for (const path of ['/api/tools/settings', '/docs', '/images/languages/en.svg', '/sandbox']) {
    expect([path, await statusAt('agents.example.com', path)]).toEqual([path, 200])
    expect([path, await statusAt('console.example.com', path)]).toEqual([path, 404])
  }
  expect(await statusAt('console.example.com', '/healthz')).toBe(200)
})

test('in whatever way a path is written', async () => {
  for (const path of ['/%6fperator/v1/session', '/%6Fperator/v1/session', '/c%6fnsole/', '/%63%6Fnsole/assets/x.js']) {
    expect([path, await statusAt('agents.example.com', path)]).toEqual([path, 404])
  }
  const page = await world.app.inject({
    url: '/console/agents',
    headers: { host: 'console.example.com', accept: 'text/html' },
  })
  expect(page.statusCode).toBe(200)
  for (const path of ['/%61pi/tools/settings', '/d%6fcs']) {
    expect([path, await statusAt('console.example.com', path)]).toEqual([path, 404])
  }
})
