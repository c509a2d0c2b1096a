import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

const SEEDED_PASSWORD = 'Cashbox1!'
const NEW_PASSWORD = 'A-day-of-two-releases-7'
const POINT = { geo_lat: '41.2995', geo_lon: '69.2401' }

/** The calls that matter most, each of which must succeed: sign-up, log-in, look-up, confirmation, history, operators. */
export async function workOn(url: string): Promise<string> {
  await call(url, '/api/auth/registration', {
    first_name: 'Nodira',
    last_name: 'Karimova',
    email: `${randomUUID()}@cashbox.test`,
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
    country_code: 'UZ',
    city: 'Tashkent',
    street: 'Market Street 1',
    phone: '+998901234567',
    messenger: 'telegram',
    messenger_id: '@nodira',
    ...POINT,
    fingerprint: 'upgrade',
    captcha_type: 'off',
    captcha_id: 'signup',
    captcha_text: 'off',
  })
  const { token } = (await call(url, '/api/auth/login', {
    email: 'approved@cashbox.test',
    password: SEEDED_PASSWORD,
  })) as {
    token: string
  }
  const opened = { type: 'deposit', amount: '1.00', player_id: '7' }
  const { transaction_id } = (await call(url, '/sandbox/player-service/transactions', opened)) as {
    transaction_id: string
  }
  await call(url, '/api/payments/lookup', { transaction_id }, token)
  await call(url, '/api/payments/confirm', { type: 'deposit', transaction_id, amount: '1.00', ...POINT }, token)
  const { list } = (await call(url, '/api/payments/history?limit=20&offset=0', null, token)) as {
    list: { transaction_id: string }[]
  }
  assert.ok(
    list.some((row) => row.transaction_id === transaction_id),
    `${url} does not list ${transaction_id}`,
  )
  return transaction_id
}

async function call(url: string, path: string, body: object | null, token = ''): Promise<unknown> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path} answered ${response.status}: ${text}`)
  const answer = JSON.parse(text) as { payload?: unknown }
  return answer.payload ?? answer
}
