import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Fewer than the clients have, so that each transaction may get another one. */
const SESSIONS = 2

interface Session {
  readonly socket: Socket
  /** Who gets what PostgreSQL says; null while the session is emptied. */
  client: Socket | null
}

/**
 * A pooler in transaction mode, as strict as one can be: a session goes to another client after each transaction, is emptied
 * with `discard all` before that, and knows no named statements. All clients have one user and one database.
 */
export async function startTransactionPooler(target: { readonly host: string; readonly port: number }) {
  const free: Session[] = []
  const waiting: ((session: Session) => void)[] = []
  const sockets = new Set<Socket>()
  let opened = 0

  const giveBack = (session: Session) => {
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }
  const openSession = (startup: Buffer) => {
    opened += 1
    const session: Session = { socket: connect(target), client: null }
    sockets.add(session.socket)
    session.socket.on('error', () => {})
    session.socket.write(startup)
    const readMessages = messageReader()
    session.socket.on('data', (chunk: Buffer) => {
      for (const message of readMessages(chunk)) {
        session.client?.write(message)
        if (message[0] !== READY || message[5] !== IDLE) continue
        if (session.client === null) giveBack(session)
        else {
          session.client = null
          session.socket.write(simpleQuery('discard all'))
        }
      }
    })
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    let session: Session | null = null
    let isAsking = false
    let unsent: Buffer[] = []
    client.once('data', (startup: Buffer) => {
      if (startup.includes('options\0')) {
        client.end(refusalMessage('unsupported startup parameter: options'))
        return
      }
      if (opened < SESSIONS) openSession(startup)
      client.write(WELCOME)
      client.on('data', (chunk: Buffer) => {
        if (chunk[0] === TERMINATE) return
        if (session?.client === client) {
          session.socket.write(chunk)
          return
        }
        unsent.push(chunk)
        if (isAsking) return
        isAsking = true
        const take = (one: Session) => {
          isAsking = false
          session = one
          one.client = client
          one.socket.write(Buffer.concat(unsent))
          unsent = []
        }
        const one = free.shift()
        if (one) take(one)
        else waiting.push(take)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const [READY, IDLE, TERMINATE] = Buffer.from('ZIX')

const message = (type: string, body: Buffer) => {
  const head = Buffer.from(`${type}....`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const simpleQuery = (text: string) => message('Q', Buffer.from(`${text}\0`))
const refusalMessage = (text: string) => message('E', Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`))

/** Logged in, and ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
])

/** Cuts what comes over a connection into whole messages. */
function messageReader() {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const end = rest.readInt32BE(1) + 1
      messages.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return messages
  }
}
