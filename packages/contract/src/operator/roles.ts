import type { Endpoint } from '../endpoint.ts'

export const operatorRoles = ['support', 'finance', 'risk', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** A call with its roles; `anyone`: no session needed; `unfinished`: a session that still lacks its code is enough. */
export type OperatorCall = readonly [Endpoint, readonly OperatorRole[] | 'anyone' | 'unfinished']
