import type { Endpoint } from '../endpoint.ts'

export const operatorRoles = ['support', 'finance', 'risk', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** A call and who may make it: some roles, whoever comes, or whoever has a session, even one that still lacks its code. */
export type OperatorCall = readonly [Endpoint, readonly OperatorRole[] | 'anyone' | 'unfinished']
