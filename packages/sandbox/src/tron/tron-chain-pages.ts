import { readFile } from 'node:fs/promises'
import type { Html } from '@cashbox/contract/html'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { type AddressedAgent, pageView, sendView, switchesView, transactionsView } from './page-view.ts'
import {
  behaviourIn,
  dropIn,
  type Errors,
  emptySendForm,
  miningIn,
  type Read,
  readBehaviour,
  readDrop,
  readMining,
  readSendForm,
  readSending,
  type SendForm,
  sendingIn,
} from './read-fields.ts'
import type { TronChain } from './tron-chain.ts'

interface TronChainPagesOptions {
  readonly chain: TronChain
  readonly agents: () => Promise<readonly AddressedAgent[]>
}

/** The chain as a page and as JSON, under `/tron`: a form is answered with a page, JSON with JSON. */
export const tronChainPages =
  (options: TronChainPagesOptions): FastifyPluginAsync =>
  async (app) => {
    await app.register(chainPages(options, app.prefix), { prefix: '/tron' })
  }

const chainPages =
  ({ chain, agents }: TronChainPagesOptions, base: string): FastifyPluginAsync =>
  async (app) => {
    const path = app.prefix
    const script = await readFile(new URL('../page/watch.js', import.meta.url), 'utf8')
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    async function page({ form = emptySendForm, errors = {}, notice = null }: Shown = {}) {
      return pageView({
        base,
        path,
        usdt: chain.contracts.usdt,
        notice,
        send: sendView({ path, form, errors, agents: await agents() }),
        transactions: transactionsView(path, chain),
        switches: switchesView(path, chain.behaviour()),
      })
    }

    app.get('/', async (_request, reply) => sendPage(reply, 200, await page()))

    app.get('/watch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

    const onAction = actionsOf(app, async (url, sent, errors) =>
      page(url === '/send' ? { form: readSendForm(sent), errors } : { notice: messageOf(errors) }),
    )

    onAction({
      url: '/send',
      anchor: 'transactions',
      askedIn: sendingIn,
      read: readSending,
      act: async ({ amount, ...rest }) => ({ ok: true, value: { txid: await chain.send({ ...rest, units: amount }) } }),
    })

    onAction({
      url: '/mine',
      anchor: 'transactions',
      askedIn: miningIn,
      read: readMining,
      act: async ({ blocks }) => {
        await chain.mine(blocks)
        return { ok: true, value: { head: chain.head(), solid: chain.solid() } }
      },
    })

    onAction({
      url: '/drop',
      anchor: 'transactions',
      askedIn: dropIn,
      read: readDrop,
      act: async ({ txid }) => {
        if (await chain.drop(txid)) return { ok: true, value: { txid } }
        return { ok: false, errors: { txid: ['The chain has no such transaction, or it is solid.'] } }
      },
    })

    onAction({
      url: '/behaviour',
      anchor: 'switches',
      askedIn: behaviourIn,
      read: readBehaviour,
      act: async (changed) => {
        chain.behave(changed)
        return { ok: true, value: chain.behaviour() }
      },
    })
  }

interface Shown {
  readonly form?: SendForm
  readonly errors?: Errors
  readonly notice?: string | null
}

interface Action<Asked> {
  readonly url: string
  /** Where a person is led afterwards. */
  readonly anchor: string
  readonly askedIn: (sent: URLSearchParams) => unknown
  readonly read: (given: unknown) => Read<Asked>
  readonly act: (asked: Asked) => Promise<Read<object>>
}

type RefusedPage = (url: string, sent: URLSearchParams, errors: Errors) => Promise<Html>

/** Routes that people use by form and scripts by JSON. */
const actionsOf =
  (app: FastifyInstance, refusedPage: RefusedPage) =>
  <Asked>({ url, anchor, askedIn, read, act }: Action<Asked>) =>
    app.post(url, async ({ body }, reply) => {
      const sent = body instanceof URLSearchParams ? body : null
      const asked = read(sent ? askedIn(sent) : body)
      const done = asked.ok ? await act(asked.value) : asked
      if (done.ok) return sent ? reply.redirect(`${app.prefix}#${anchor}`, 303) : done.value
      if (sent) return sendPage(reply, 422, await refusedPage(url, sent, done.errors))
      return reply.code(422).send({ message: messageOf(done.errors), errors: done.errors })
    })

const messageOf = (errors: Errors): string =>
  Object.entries(errors)
    .map(([field, problems]) => `${field}: ${problems.join(' ')}`)
    .join(' ')
