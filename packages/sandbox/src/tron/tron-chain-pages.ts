import { type Html, html } from '@cashbox/contract/html'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { answerForm, readForm, serveForms } from '../page/forms.ts'
import { alertBox, linkTo, sendPage, watchedLayout } from '../page/layout.ts'
import { type Behaviour, BehaviourChange } from './behaviour.ts'
import { type AddressedAgent, sendView, switchesView, transactionsView } from './page-view.ts'
import {
  behaviourIn,
  Drop,
  type Errors,
  emptySendForm,
  Mining,
  type Read,
  readFields,
  Sending,
  sendingIn,
} from './read-fields.ts'
import type { TronChain } from './tron-chain.ts'

const REFRESH_S = 3

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
    await serveForms(app)

    const page = async (form = emptySendForm, errors: Errors = {}, notice: string | null = null) =>
      watchedLayout({
        base,
        path,
        everySeconds: REFRESH_S,
        title: 'Tron',
        links: linkTo('#switches', 'Switches'),
        body: html`<p class="hint">A simulated Tron chain. The USDT contract is <bdi dir="ltr">${chain.contracts.usdt}</bdi>. A new block is made every 3 seconds.</p>
        ${notice !== null && alertBox(notice)}
        <div class="columns">
          ${sendView(path, form, errors, await agents())}
          ${transactionsView(path, chain)}
          ${switchesView(path, chain.behaviour())}
        </div>`,
      })

    app.get('/', async (_request, reply) => sendPage(reply, 200, await page()))

    const onAction = actionsOf(app, async (url, sent, errors) =>
      url === '/send' ? page(readForm(sent, emptySendForm), errors) : page(emptySendForm, {}, messageOf(errors)),
    )

    onAction({
      url: '/send',
      anchor: 'transactions',
      schema: Sending,
      inputOf: sendingIn,
      act: async ({ amount, ...rest }) => ({ ok: true, value: { txid: await chain.send({ ...rest, units: amount }) } }),
    })

    onAction({
      url: '/mine',
      anchor: 'transactions',
      schema: Mining,
      inputOf: (sent) => ({ blocks: Number(sent.get('blocks')) }),
      act: async ({ blocks }) => {
        await chain.mine(blocks)
        return { ok: true, value: { head: chain.head(), solid: chain.solid() } }
      },
    })

    onAction({
      url: '/drop',
      anchor: 'transactions',
      schema: Drop,
      inputOf: (sent) => ({ txid: sent.get('txid') }),
      act: async ({ txid }) => {
        if (await chain.drop(txid)) return { ok: true, value: { txid } }
        return { ok: false, errors: { txid: ['The chain has no such transaction, or it is solid.'] } }
      },
    })

    onAction({
      url: '/behaviour',
      anchor: 'switches',
      schema: BehaviourChange,
      inputOf: behaviourIn,
      act: async (changed) => {
        chain.behave(changed as Partial<Behaviour>)
        return { ok: true, value: chain.behaviour() }
      },
    })
  }

interface Action<Input> {
  readonly url: string
  readonly anchor: string
  readonly schema: z.ZodType<Input>
  /** What a form asks for, as a script would. */
  readonly inputOf: (sent: URLSearchParams) => unknown
  readonly act: (input: Input) => Promise<Read<object>>
}

type RefusedPage = (url: string, sent: URLSearchParams, errors: Errors) => Promise<Html>

/** Routes that people use by form and scripts by JSON. */
const actionsOf =
  (app: FastifyInstance, refusedPage: RefusedPage) =>
  <Input>({ url, anchor, schema, inputOf, act }: Action<Input>) =>
    app.post(url, async ({ body }, reply) => {
      const sent = body instanceof URLSearchParams ? body : null
      const input = readFields(schema, sent ? inputOf(sent) : body)
      const done = input.ok ? await act(input.value) : input
      if (done.ok) return answerForm(body, reply, `${app.prefix}#${anchor}`, done.value)
      if (sent) return sendPage(reply, 422, await refusedPage(url, sent, done.errors))
      return reply.code(422).send({ message: messageOf(done.errors), errors: done.errors })
    })

const messageOf = (errors: Errors): string =>
  Object.entries(errors)
    .map(([field, problems]) => `${field}: ${problems.join(' ')}`)
    .join(' ')
