import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Tokens are random already, so a plain hash protects them from readers of the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** For short secrets that a plain hash would not hide. */
export const keyedHash = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

const sealKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'cashbox seal', 32))

/** For secrets that are needed again in clear: a reader of the database alone can't decrypt them. */
export function seal(secret: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

export function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}
