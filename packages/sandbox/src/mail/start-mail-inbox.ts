import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import {
  type InboxMessage,
  type MailFolder,
  openMailFolder,
  parseMessage,
  receivedAtMs,
  recipientsOf,
  withEnvelope,
} from './mail-folder.ts'

export type MailInbox = Awaited<ReturnType<typeof startMailInbox>>

type MailFilter = {
  /** Only those after this one, that is, older ones. */
  before?: string
  /** Only those to one of these addresses. */
  to?: readonly string[]
  limit?: number
}

const messageLimitBytes = 2 * 1024 * 1024
export const MAX_MESSAGES = 200
/** A search for an address reads at most so many messages. */
const searchLimit = 2000
// A pooled sender may hold its connection open for long; a restart shouldn't wait for it.
const closeTimeoutMs = 500

/** The outside world's mail on one machine: every message that arrives over SMTP is kept, for any recipient. */
export async function startMailInbox(options: { directory: string; host?: string; port?: number }) {
  const { directory, host = '127.0.0.1', port = 0 } = options
  const folder = await openMailFolder(directory)
  const server = createSmtpServer(folder)
  const boundPort = await listen(server, port, host)

  async function read(id: string): Promise<InboxMessage | null> {
    try {
      return await parseMessage(id, receivedAtMs(id), await folder.read(id))
    } catch {
      // No ID of a message, deleted meanwhile, or damaged by hand: one bad file must not hide the others.
      return null
    }
  }

  return {
    smtpUrl: `smtp://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    read,
    /** Newest first. */
    async list({ before, to = [], limit = MAX_MESSAGES }: MailFilter = {}) {
      const ids = (await folder.ids()).filter((id) => before === undefined || id < before)
      const found =
        to.length === 0 ? ids.slice(0, limit) : await findRecipients(folder, ids.slice(0, searchLimit), to, limit)
      const messages = await Promise.all(found.map(read))
      return messages.filter((message) => message !== null)
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Looks at the first line of each message only: reading a whole one takes milliseconds, and there may be thousands. */
async function findRecipients(folder: MailFolder, ids: readonly string[], to: readonly string[], limit: number) {
  const wanted = new Set(to.map((address) => address.toLowerCase()))
  const found: string[] = []
  for (const id of ids) {
    const recipients = await folder.read(id).then(recipientsOf, () => [])
    if (recipients.some((address) => wanted.has(address.toLowerCase()))) found.push(id)
    if (found.length === limit) break
  }
  return found
}

function createSmtpServer(folder: MailFolder): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: messageLimitBytes,
    closeTimeout: closeTimeoutMs,
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      receive(stream, recipients, folder).then(
        () => answer(null),
        (error: Error) => answer(error),
      )
    },
  })
}

async function receive(stream: SMTPServerDataStream, recipients: string[], folder: MailFolder): Promise<void> {
  const chunks: Buffer[] = []
  // Read to the end even when it is too large: SMTP can only answer after the last byte.
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk)
  }
  if (stream.sizeExceeded) throw smtpError(552, `Message is larger than ${messageLimitBytes} bytes`)
  try {
    await folder.save(withEnvelope(recipients, Buffer.concat(chunks)))
  } catch {
    throw smtpError(451, 'Message could not be stored')
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function listen(server: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // After the start only single connections fail (a sender that hangs up), which is the sender's affair; the
    // listener stays because an 'error' event without a listener would end the process.
    server.on('error', reject)
    server.listen(port, host, () => resolve((server.server.address() as AddressInfo).port))
  })
}
