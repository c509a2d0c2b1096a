import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.CASHBOX_WEBHOOK_SECRET)
const players = new Map([['48210001', { name: 'Aziz Karimov', isBlocked: false }]])

function answerFor({ player_id, currency_code }) {
  const player = players.get(player_id)
  if (!player) return { result: 'refused', reason: 'player_unknown' }
  if (player.isBlocked) return { result: 'refused', reason: 'player_blocked' }
  if (currency_code !== 'UZS') return { result: 'refused', reason: 'not_now' }
  return { result: 'accepted', name: player.name, min_amount: '1000.00', max_amount: '5000000.00' }
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    try {
      const { data } = webhook.verify(body, request.headers)
      const answer = answerFor(data)
      console.log(data.player_id, data.amount, answer.result)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    } catch {
      response.writeHead(401).end()
    }
  })
})
server.listen(Number(process.env.PORT))
