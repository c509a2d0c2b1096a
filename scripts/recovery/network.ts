import { runCommand, type ServerProcess, startProcess } from '../../apps/server/test/server-process.ts'

const SECRET = 'a-secret-for-trying-recovery-known-to-everyone'

export const settingsFor = (url: string, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  CASHBOX_MODE: 'sandbox',
  CASHBOX_SECRET: SECRET,
  CASHBOX_DATA_DIR: folder,
  LOG_LEVEL: 'error',
})

async function call(url: string, path: string, body: object | null, token = ''): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const logIn = async ({ url }: Pick<ServerProcess, 'url'>) => {
  const { payload } = await call(url, '/api/auth/login', { email: 'approved@cashbox.test', password: 'Cashbox1!' })
  return (payload as { token: string }).token
}

/** Opens and confirms so many deposits, and answers with their transaction IDs. */
export async function makePayments(server: ServerProcess, count: number): Promise<string[]> {
  const token = await logIn(server)
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const opened = await call(server.url, '/sandbox/player-service/transactions', {
      type: 'deposit',
      amount: '1.00',
      player_id: '7',
    })
    const transaction_id = String(opened['transaction_id'])
    const place = { geo_lat: '41.2995', geo_lon: '69.2401' }
    await call(
      server.url,
      '/api/payments/confirm',
      { type: 'deposit', transaction_id, amount: '1.00', ...place },
      token,
    )
    ids.push(transaction_id)
  }
  return ids
}

export async function readHistory(server: ServerProcess): Promise<Set<string>> {
  const { payload } = await call(server.url, '/api/payments/history?limit=100&offset=0', null, await logIn(server))
  const { list } = payload as { list: { transaction_id: string }[] }
  return new Set(list.map(({ transaction_id }) => transaction_id))
}

export async function expectVerified(env: Record<string, string>) {
  const { code, output } = await runCommand('verify', env)
  if (code !== 0) throw new Error(`verify failed:\n${output}`)
}

/** Starts the product, does the work, and stops it in order. */
export async function whileServing<T>(env: Record<string, string>, work: (server: ServerProcess) => Promise<T>) {
  const server = await startProcess(env)
  try {
    return await work(server)
  } finally {
    await server.kill('SIGTERM')
  }
}
