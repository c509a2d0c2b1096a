import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, addressParser } from 'postal-mime'

/** Every http(s) URL in a plain text, in order, once each. */
function findLinks(text: string): string[] {
  const found = text.match(/\bhttps?:\/\/[^\s<>"]+/gi) ?? []
  return [...new Set(found.map(withoutTrailingPunctuation))].filter((link) => URL.canParse(link))
}

// "Open https://example.com/x." or "(see https://example.com/x)": the end of the sentence isn't part of the address,
// while in "https://example.com/a_(b)" the parenthesis is.
function withoutTrailingPunctuation(link: string): string {
  const punctuation = link.includes('(') ? ".,;:!?'*]}" : ".,;:!?'*]})"
  let end = link.length
  while (punctuation.includes(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

export type InboxMessage = Awaited<ReturnType<typeof parseMessage>>

const envelopeHeader = 'X-Envelope-To'

/** The message's own headers may leave recipients out (Bcc), so the real ones travel in a header on top of it. */
export function withEnvelope(recipients: readonly string[], message: Buffer): Buffer {
  const list = recipients.map((address) => `<${address}>`).join(', ')
  return Buffer.concat([Buffer.from(`${envelopeHeader}: ${list}\r\n`), message])
}

export function recipientsOf(eml: Buffer): string[] {
  const [first = ''] = eml.subarray(0, 10_000).toString().split('\r\n', 1)
  const list = first.startsWith(`${envelopeHeader}: `) ? first.slice(envelopeHeader.length + 2) : ''
  return [...list.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address)
}

export async function parseMessage(id: string, receivedAtMs: number, eml: Buffer) {
  const email = await PostalMime.parse(eml)
  // The first one is ours: a header of that name from the sender comes after it.
  const envelope = email.headers.find((header) => header.key === envelopeHeader.toLowerCase())
  const text = email.text ?? ''
  return {
    id,
    to: addressParser(envelope?.value ?? '', { flatten: true }).flatMap((recipient) => recipient.address ?? []),
    from: email.from ? nameAndAddress(email.from) : '',
    subject: email.subject ?? '',
    text,
    html: email.html ?? null,
    received_at: Math.floor(receivedAtMs / 1000),
    links: findLinks(text),
  }
}

function nameAndAddress({ name, address }: Address): string {
  if (!address) return name
  return name ? `${name} <${address}>` : address
}

export type MailFolder = Awaited<ReturnType<typeof openMailFolder>>

const extension = '.eml'

/** Ids arrive in URLs and become file names, so only the exact shape that `save` writes is ever looked up. */
function isMessageId(id: string): boolean {
  return /^\d{13}-[0-9a-f]{8}$/.test(id)
}

export function receivedAtMs(id: string): number {
  return Number(id.slice(0, 13))
}

export async function openMailFolder(directory: string) {
  await mkdir(directory, { recursive: true })
  let lastMs = 0

  // Two messages of one millisecond still sort in the order in which they came.
  function nextId(): string {
    lastMs = Math.max(Date.now(), lastMs + 1)
    return `${lastMs}-${randomBytes(4).toString('hex')}`
  }

  return {
    async save(eml: Buffer): Promise<void> {
      const id = nextId()
      const unfinished = join(directory, `${id}.tmp`)
      try {
        await writeFile(unfinished, eml, { flush: true })
        await rename(unfinished, join(directory, id + extension))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    /** Newest first. */
    async ids(): Promise<string[]> {
      const names = (await readdir(directory)).filter((name) => name.endsWith(extension))
      return names
        .map((name) => name.slice(0, -extension.length))
        .filter(isMessageId)
        .toSorted()
        .toReversed()
    },

    async read(id: string): Promise<Buffer> {
      if (!isMessageId(id)) throw new Error('Not the id of a message')
      return readFile(join(directory, id + extension))
    },
  }
}
