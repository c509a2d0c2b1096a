/** The one call that is not of the operator API: the figures for Prometheus. */
export const METRICS = '/metrics'

/** Calls as the console makes them, with the cookie of an admin of the sandbox. */
export async function logIn(port: number) {
  const server = `http://127.0.0.1:${port}`
  const base = `${server}/operator/v1`
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cashbox-console': '1' },
    body: JSON.stringify({ email: 'admin@cashbox.test', password: 'Cashbox1!' }),
  })
  if (!response.ok) throw new Error(`the log-in failed: ${response.status} ${await response.text()}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const get = (path: string) => fetch(path === METRICS ? `${server}${path}` : `${base}${path}`, { headers: { cookie } })
  return {
    get,
    /** How long a call took, and how many things were on the list. */
    async time(path: string): Promise<{ ms: number; rows: number | null }> {
      const started = performance.now()
      const answer = await get(path)
      const text = await answer.text()
      const ms = performance.now() - started
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      if (path === METRICS) return { ms, rows: null }
      const { payload } = JSON.parse(text) as { payload: { list?: unknown[] } }
      return { ms, rows: payload.list?.length ?? null }
    },
  }
}

export type ConsoleClient = Awaited<ReturnType<typeof logIn>>
