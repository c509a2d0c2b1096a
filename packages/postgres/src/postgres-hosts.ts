import { Client, type ClientBase } from 'pg'
import { splitHosts } from './split-hosts.ts'

const ANSWER_MS = 3_000

export type Hosts = ReturnType<typeof createHosts>

/** The servers of an address, one of which is the primary. */
export function createHosts(url: string) {
  let addresses = splitHosts(url)
  let index = 0
  const current = () => addresses[index] ?? url
  return {
    get count() {
      return addresses.length
    },
    current,
    /** Goes on to the next server, unless that has happened already. */
    giveUp(address: string) {
      if (address === current()) index = (index + 1) % addresses.length
    },
    has: (address: string) => addresses.includes(address),
    moveTo(to: string) {
      addresses = splitHosts(to)
      index = 0
    },
  }
}

/** The address of the one server that takes writes. Throws the last server's error. */
export async function findPrimary(url: string): Promise<string> {
  const addresses = splitHosts(url)
  for (const [index, address] of addresses.entries()) {
    if (addresses.length === 1) break
    const client = new Client({
      connectionString: address,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await refuseStandby(client)
      return address
    } catch (error) {
      if (index === addresses.length - 1) throw error
    } finally {
      client.end().catch(() => {})
    }
  }
  return url
}

/** A standby, or a primary that was made read-only so that another one can take over. */
export async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    "select current_setting('transaction_read_only')::boolean as standby",
  )
  if (rows[0]?.standby) throw Object.assign(new Error('this server takes no writes'), { code: '25006' })
}
