import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const post = (path: string, headers: Record<string, string>, body = '') =>
  fetch(`${world.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
    redirect: 'manual',
  })

const posts = [
  '/sandbox/settings',
  '/sandbox/player-service/transactions',
  '/sandbox/player-service/transactions/ABCDEFGHJK/reverse',
  '/sandbox/player-service/behaviour',
  '/sandbox/player-service/time',
  '/sandbox/player-service/overdraw',
  '/sandbox/player-service/statements/ABC/accept',
  '/sandbox/player-service/webhook-address',
  '/sandbox/player-service/webhooks',
  '/sandbox/alerts/behaviour',
  '/sandbox/alerts/webhook',
  '/sandbox/geocoder/behaviour',
  '/sandbox/tron/send',
  '/sandbox/tron/mine',
  '/sandbox/perfect-money/pay',
  '/sandbox/perfect-money/switches',
  '/sandbox/perfect-money/checkout/abc/pay',
  '/sandbox/perfect-money/checkout/abc/cancel',
]

test.each(posts)('a page of another site can not post to %s', async (path) => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' },
  ]) {
    expect((await post(path, headers)).status).toBe(403)
  }
})

test('the own pages of the sandbox, and programs, can', async () => {
  const own = { origin: world.address, 'sec-fetch-site': 'same-origin' }
  expect((await post('/sandbox/tron/mine', own, 'blocks=1')).status).not.toBe(403)
  const hidden = { origin: 'null', 'sec-fetch-site': 'same-origin' }
  expect((await post('/sandbox/tron/mine', hidden, 'blocks=1')).status).not.toBe(403)
  expect((await post('/sandbox/tron/mine', {}, 'blocks=1')).status).not.toBe(403)
  const page = await fetch(`${world.address}/sandbox/tron`)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
})

test("the merchant's form may open a checkout from another site, as with the real provider", async () => {
  expect((await post('/sandbox/perfect-money', { origin: 'https://agents.example' })).status).not.toBe(403)
})
