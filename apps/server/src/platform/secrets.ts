import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Tokens are random already, so a plain hash protects them from readers of the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
