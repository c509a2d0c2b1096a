import type { Address } from 'postal-mime'
import PostalMime, { addressParser } from 'postal-mime'
import { findLinks } from './find-links.ts'

export type InboxMessage = {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string | null
  received_at: number
  links: string[]
}

const envelopeHeader = 'X-Envelope-To'

/** The message's own headers may leave recipients out (Bcc), so the real ones travel in a header on top of it. */
export function withEnvelope(recipients: readonly string[], message: Buffer): Buffer {
  const list = recipients.map((address) => `<${address}>`).join(', ')
  return Buffer.concat([Buffer.from(`${envelopeHeader}: ${list}\r\n`), message])
}

/** The real recipients, without reading the message. */
export function recipientsOf(eml: Buffer): string[] {
  const [first = ''] = eml.subarray(0, 10_000).toString().split('\r\n', 1)
  const list = first.startsWith(`${envelopeHeader}: `) ? first.slice(envelopeHeader.length + 2) : ''
  return [...list.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address)
}

export async function parseMessage(id: string, receivedAtMs: number, eml: Buffer): Promise<InboxMessage> {
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
