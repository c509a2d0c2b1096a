import type { ClientBase } from 'pg'
import { codeOf, MOVED, SEALED } from './database.ts'
import type { Hosts } from './postgres-hosts.ts'

/** How a process goes after a network that was moved to another database. */
export interface Follow {
  /** Opens the address that the old database has, sealed for the database in the second argument. */
  open(sealed: string, database: string): string
  /** Called once for each move that is followed. */
  onMoved(url: string): void
}

/** The network has moved. Nothing was done, and the next connection is to the new database. */
export class MovedError extends Error {
  readonly code = MOVED
  constructor() {
    super('the network has moved to another database')
  }
}

/** The network has moved, and this process can't go after it. */
export class NotFollowedError extends Error {
  readonly code = SEALED
  constructor() {
    super(
      'the network has moved, and a process behind a pooler does not follow: set DATABASE_URL and DATABASE_LISTEN_URL to the new database, and start it again',
    )
  }
}

export const addressBinding = (id: string) => `network_move.address ${id}`

/** A missing table, schema or right: a database that is not prepared yet, from which nothing has moved. */
const UNPREPARED = new Set(['42P01', '3F000', '42501'])

/** Throws when the network has moved away from where this connection leads. The hosts are those of the new database then. */
export async function refuseMoved(client: ClientBase, url: string, hosts: Hosts, follow: Follow): Promise<void> {
  const { rows } = await client
    .query<{ id: string; address: string }>(
      `select id, address from network_move where direction = 'away' and phase in ('switched', 'finished')
       order by started_at desc limit 1`,
    )
    .catch((error: unknown) => {
      if (UNPREPARED.has(codeOf(error))) return { rows: [] }
      throw error
    })
  const [move] = rows
  if (!move) return
  if (hosts.has(url)) {
    const address = follow.open(move.address, addressBinding(move.id))
    hosts.moveTo(address)
    follow.onMoved(address)
  }
  throw new MovedError()
}
