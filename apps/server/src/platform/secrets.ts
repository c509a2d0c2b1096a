import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Tokens are random already, so a plain hash keeps them from whoever reads the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** For short secrets that a plain hash would not hide. */
export const keyedHash = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')
