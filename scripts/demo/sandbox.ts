import { setTimeout as wait } from 'node:timers/promises'

/** The address does not answer as a sandbox does: nothing is done there. */
export class NoSandboxError extends Error {}

export type Sandbox = Awaited<ReturnType<typeof findSandbox>>

const LETTER_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 200

/** The pages of a running sandbox, as a script uses them. A server in production has none of them. */
export async function findSandbox(url: string) {
  const events = await fetch(`${url}/sandbox/player-service/events.json`).catch((error: unknown) => {
    throw new NoSandboxError(`No server answers at ${url}. Run npm start first.`, { cause: error })
  })
  const isSandbox = events.ok && Array.isArray(await events.json().catch(() => null))
  if (!isSandbox) throw new NoSandboxError(`${url} is not a sandbox. The demonstration runs on a sandbox only.`)

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${url}/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    url,
    post,
    hashFor: (email: string): Promise<string> =>
      hashFor(email, async () => {
        const response = await fetch(`${url}/sandbox/mail.json?to=${encodeURIComponent(email)}`)
        return ((await response.json()) as { links: string[] }[]).flatMap(({ links }) => links)
      }),
  }
}

/** What the newest letter to this address has in its link, once it has come. `readLinks` gives those of the newest first. */
export async function hashFor(email: string, readLinks: () => Promise<readonly string[]>): Promise<string> {
  for (const deadline = Date.now() + LETTER_WITHIN_MS; Date.now() < deadline; await wait(LOOK_AGAIN_MS)) {
    for (const link of await readLinks()) {
      // Operators' links have it behind the #, so that it is in no log of a proxy.
      const { searchParams, hash } = new URL(link)
      const found = searchParams.get('hash') ?? hash.slice(1)
      if (found) return found
    }
  }
  throw new Error(`no letter to ${email} arrived: is a worker running?`)
}
