import { CashboxUnreachable } from './errors.ts'
import type { Send } from './send.ts'

/** A download that breaks so often without a single byte is given up. */
const BREAKS = 5

/** The bytes of a daily file. A download that breaks goes on where it ended. */
export async function downloadFile(send: Send, day: string): Promise<Buffer> {
  const path = `/reconciliation/${encodeURIComponent(day)}.jsonl`
  let chunks: Uint8Array[] = []
  let size = 0
  let tag: string | null = null
  for (let breaks = 0; ; ) {
    const isGoingOn = size > 0 && tag !== null
    const headers = isGoingOn ? { range: `bytes=${size}-`, 'if-range': tag ?? '' } : {}
    const response = await send({ method: 'GET', path, headers })
    if (!isGoingOn || response.status !== 206) [chunks, size] = [[], 0]
    tag = response.headers.get('etag')
    const before = size
    const isWhole = await take(response, (chunk) => {
      chunks.push(chunk)
      size += chunk.length
    })
    if (isWhole) return Buffer.concat(chunks)
    breaks = size > before ? 0 : breaks + 1
    if (breaks >= BREAKS) throw new CashboxUnreachable(breaks, new Error('the download breaks without a byte'))
  }
}

/** False when it broke before its end. */
async function take(response: Response, onChunk: (chunk: Uint8Array) => void): Promise<boolean> {
  try {
    if (response.body) for await (const chunk of response.body) onChunk(chunk)
    return true
  } catch {
    return false
  }
}
