import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.CASHBOX_WEBHOOK_SECRET)
const seen = new Set()

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    try {
      const event = webhook.verify(body, request.headers)
      const isNew = !seen.has(request.headers['webhook-id'])
      seen.add(request.headers['webhook-id'])
      if (isNew) console.log(event.type, event.data.transaction_id, event.data.state, event.data.amount)
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  })
})
server.listen(Number(process.env.PORT))
