import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const key = Buffer.from(process.env.CASHBOX_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

createServer(async (request, response) => {
  const body = await text(request)
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
  const isGenuine = signatures
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  if (isGenuine) console.log(body)
  response.writeHead(isGenuine ? 204 : 401).end()
}).listen(Number(process.env.PORT))
