import { createHmac, randomUUID } from 'node:crypto'

const { CASHBOX_URL, CASHBOX_KEY, CASHBOX_KEY_SECRET } = process.env

export async function send(method, path, data) {
  const body = data === undefined ? '' : JSON.stringify(data)
  const url = new URL(`${CASHBOX_URL}/partner/v1${path}`)
  const id = randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = ['v2', method, url.pathname + url.search, id, timestamp, body].join('\n')
  const key = Buffer.from(CASHBOX_KEY_SECRET.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(text).digest('base64')
  return fetch(url, {
    method,
    headers: {
      'cashbox-key': CASHBOX_KEY,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v2,${signature}`,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  })
}

export async function call(method, path, data) {
  const response = await send(method, path, data)
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.message), { status: response.status, ...answer })
  return answer.payload
}
