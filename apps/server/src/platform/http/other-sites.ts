import type { FastifyRequest } from 'fastify'

/** Whether a browser makes this call for a page of another site. A program that names no origin is not a browser. */
export function isFromOtherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return true
  // A form of a page that hides where it is says "null", and the browser vouches for it.
  if (origin === 'null') return site === undefined
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
