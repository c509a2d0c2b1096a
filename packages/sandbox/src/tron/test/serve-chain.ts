import fastify, { type FastifyInstance } from 'fastify'
import { stylesheet } from '../../page/layout.ts'
import { openTronChain } from '../tron-chain.ts'
import { tronChainApi } from '../tron-chain-api.ts'
import { tronChainPages } from '../tron-chain-pages.ts'

export const AGENT = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
export const PAYER = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'
export const OTHER = 'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx'
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

interface Options {
  readonly agents?: readonly { readonly label: string; readonly address: string }[]
}

interface Row {
  readonly transaction_id: string
  readonly value: string
  readonly token_info: { readonly address: string }
  readonly result: { readonly value: string }
}

/** What answers hold, all of them together: a test looks at what it asked for. */
export interface Answered {
  readonly data: readonly Row[]
  readonly meta: { readonly fingerprint?: string; readonly links?: { readonly next: string } }
  readonly id: string
  readonly contract_address: string
  readonly log: readonly { readonly address: string; readonly data: string }[]
  readonly blockID: string
  readonly block_header: { readonly raw_data: { readonly number: number; readonly parentHash: string } }
  readonly transactions: readonly object[]
  readonly txid: string
  readonly message: string
  readonly errors: Readonly<Record<string, readonly string[]>>
}

const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Answered })

/** A chain that only mines by hand, behind real HTTP. */
export async function serveChain({ agents = [{ label: 'Nodira', address: AGENT }] }: Options = {}) {
  const chain = await openTronChain({ directory: null, now: () => new Date(), isManual: true })
  const app: FastifyInstance = fastify({ forceCloseConnections: true })
  await app.register(
    async (sandbox) => {
      await sandbox.register(stylesheet)
      await sandbox.register(tronChainApi({ chain }))
      await sandbox.register(tronChainPages({ chain, agents: async () => agents }))
    },
    { prefix: '/sandbox' },
  )
  const base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox/tron`

  const getJson = async (path: string, headers: Record<string, string> = {}) =>
    answerOf(await fetch(base + path, { headers }))
  const post = (path: string, body: unknown) =>
    fetch(base + path, {
      method: 'POST',
      redirect: 'manual',
      ...(body instanceof URLSearchParams
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const postJson = async (path: string, body: unknown = {}) => answerOf(await post(path, body))

  return { chain, base, getJson, post, postJson, close: () => app.close() }
}

export type ServedChain = Awaited<ReturnType<typeof serveChain>>
