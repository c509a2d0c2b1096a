import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in a URL. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Tokens are random already, so a plain hash protects them from readers of the database. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')

/** Takes as long for any two texts. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)))
