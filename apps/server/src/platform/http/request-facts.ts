import type { RefusalCode } from '@cashbox/contract'
import type { FastifyRequest } from 'fastify'

type Door = 'agent' | 'operator' | 'partner'

interface Facts {
  /** Who called, such as `agent 0193…`, once a door has admitted them. */
  readonly who?: string
  /** Why the call was refused. */
  readonly code?: RefusalCode
}

const known = new WeakMap<FastifyRequest, Facts>()

const note = (request: FastifyRequest, facts: Facts) => void known.set(request, { ...known.get(request), ...facts })

/** For the log line of the request: IDs only, so that the log holds no names. */
export const noteCaller = (request: FastifyRequest, door: Door, id: string) => note(request, { who: `${door} ${id}` })

export const noteRefusal = (request: FastifyRequest, code: RefusalCode) => note(request, { code })

export const factsOf = (request: FastifyRequest): Facts => known.get(request) ?? {}
