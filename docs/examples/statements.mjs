import { createPublicKey, verify } from 'node:crypto'
import { call } from './client.mjs'

const { list } = await call('GET', '/statements?currency_code=UZS')
const [{ id, number, opening, closing, owed }] = list
console.log(number, opening, closing, owed)

const { statement, payments, signed_text, signature, public_key } = await call('GET', `/statements/${id}`)
const x = Buffer.from(public_key, 'base64').toString('base64url')
const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
console.log('signed', verify(null, Buffer.from(signed_text), publicKey, Buffer.from(signature, 'base64')))
console.log(signed_text.includes(`\nclosing ${statement.closing}\n`), payments.length)

const disputed = await call('POST', `/statements/${id}/dispute`, { reason: 'A deposit of 20 November is missing' })
const accepted = await call('POST', `/statements/${id}/accept`)
console.log(disputed.statement.answer, accepted.statement.answer)
