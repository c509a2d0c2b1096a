import { createHash, createPublicKey, verify } from 'node:crypto'
import { call, send } from './client.mjs'

const day = process.env.DAY
const bytes = Buffer.from(await (await send('GET', `/reconciliation/${day}.jsonl`)).arrayBuffer())
const { public_key } = await call('GET', '/reconciliation?limit=1')

const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const end = bytes.lastIndexOf('\n', -2) + 1
const content = bytes.subarray(0, end)
const { ed25519 } = JSON.parse(bytes.subarray(end))
const [head, ...lines] = content
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const { totals } = lines.pop()

const x = Buffer.from(public_key, 'base64').toString('base64url')
const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
const text = ['cashbox reconciliation 1', head.partner, day, sha256(content)].join('\n')
console.log('signed', verify(null, Buffer.from(text), publicKey, Buffer.from(ed25519, 'base64')))
console.log(lines.length, JSON.stringify(totals))
