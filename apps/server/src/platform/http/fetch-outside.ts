export interface OutsideCall {
  readonly url: string
  /** With a body the request is a POST. */
  readonly body?: string | URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole exchange, up to the last byte of the answer. */
  readonly timeoutMs: number
  /** A longer answer is not read to its end. */
  readonly maxBytes: number
}

export interface OutsideAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Calls a service that the configuration names. Follows no redirects; throws an error that says what happened. */
export async function fetchOutside({ url, body, headers, timeoutMs, maxBytes }: OutsideCall): Promise<OutsideAnswer> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, headers: response.headers, text: await readUpTo(response, maxBytes) }
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
}

/** Counts decompressed bytes: a small answer may unpack into a large one. */
async function readUpTo({ body }: Response, maxBytes: number): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The message of fetch is only "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
