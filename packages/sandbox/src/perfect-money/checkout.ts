import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { attributes, field } from '../page/forms.ts'
import { alertBox, badge, headerBar, layout, linkTo, sendPage } from '../page/layout.ts'
import { readFields } from './fields.ts'
import { MEMO_LIMIT, type Order } from './order.ts'
import type { PerfectMoney } from './perfect-money.ts'
import { addressWithFields, type BrowserReturn, type Ending } from './status-call.ts'

/** Where things are: the sandbox, and the provider in it. */
export interface Paths {
  readonly base: string
  readonly path: string
}

interface Frame extends Paths {
  readonly title: string
  readonly links?: Html
  readonly body: Html
}

/** Every page of the provider says that it is not the real one. */
export const frame = ({ base, title, links, body }: Frame): Html =>
  layout({
    base,
    title,
    body: html`${headerBar(title, links)}
      <p>${badge('Perfect Money sandbox · no real money', 'waiting')}</p>
      ${body}`,
  })

const aboutView = (paths: Paths): Html =>
  frame({
    ...paths,
    title: 'Perfect Money',
    links: html`${linkTo(paths.base, 'Sandbox')}${linkTo(`${paths.path}/desk`, 'Desk')}`,
    body: html`<p>Simulates perfectmoney.com on this machine. The merchant's payment form is posted here instead of to
      <code>/api/step1.asp</code>; the payer then pays or cancels. The desk shows payments and the status calls that the
      merchant received. The history is at <code>${paths.path}/acct/historycsv.asp</code>.</p>`,
  })

interface CheckoutView extends Paths {
  readonly id: string
  readonly order: Order
}

const checkoutView = ({ id, order, ...paths }: CheckoutView): Html =>
  frame({
    ...paths,
    title: 'Pay with Perfect Money',
    body: html`<dl class="box">
        ${row('Payee', order.payee_name)}
        ${row('Account', order.payee_account)}
        ${row('Amount', `${order.amount} ${order.units}`)}
        ${order.payment_id !== null && row('Payment', order.payment_id)}
        ${order.is_memo_fixed && order.suggested_memo !== '' && row('Memo', order.suggested_memo)}
      </dl>
      <form class="box" method="post" action="${paths.path}/checkout/${id}/pay">
        ${!order.is_memo_fixed && memoField(order)}
        <button class="main"><span>Pay <bdi dir="ltr">${order.amount} ${order.units}</bdi></span></button>
        <button formaction="${paths.path}/checkout/${id}/cancel">Cancel</button>
      </form>`,
  })

const row = (name: string, value: string): Html => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`

const memoField = ({ suggested_memo }: Order): Html =>
  field(
    'memo',
    'Memo',
    html`<input ${attributes('memo')} value="${suggested_memo}" maxlength="${MEMO_LIMIT}" autocomplete="off">`,
  )

/** The way back to the merchant that the payer has to press: a form or a link. */
const returnView = ({ url, method, fields, ...paths }: BrowserReturn & Paths): Html =>
  frame({
    ...paths,
    title: 'Back to the merchant',
    body:
      method === 'LINK'
        ? html`<p>${linkTo(url, 'Return to the merchant')}</p>`
        : html`<form class="box" method="post" action="${url}">
          ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
          <button class="main">Return to the merchant</button>
        </form>`,
  })

interface ProblemView extends Paths {
  readonly title: string
  readonly text: string
  readonly problems?: Readonly<Record<string, string>>
}

export const problemView = ({ title, text, problems, ...paths }: ProblemView): Html =>
  frame({
    ...paths,
    title,
    links: linkTo(`${paths.path}/desk`, 'Desk'),
    body: html`${alertBox(text)}
      ${problems && html`<ul>${Object.entries(problems).map(([name, why]) => html`<li><bdi>${name}</bdi> ${why}</li>`)}</ul>`}`,
  })

/** What a payer sees: the merchant's form brings them here, and they leave for the merchant again. */
export const checkoutRoutes =
  (provider: PerfectMoney, paths: Paths): FastifyPluginAsync =>
  async (app) => {
    const { path } = paths

    app.get('/', (_request, reply) => sendPage(reply, 200, aboutView(paths)))

    app.post('/', async ({ body }, reply) => {
      const id = provider.open(readFields(body))
      return reply.redirect(`${path}/checkout/${id}`, 303)
    })

    app.get<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
      const { id } = request.params
      const order = provider.findOrder(id)
      if (!order) return sendGone(reply, paths)
      allowLeavingFor(reply, [order.payment_url, order.nopayment_url])
      return sendPage(reply, 200, checkoutView({ ...paths, id, order }))
    })

    app.post<{ Params: { id: string } }>('/checkout/:id/pay', async ({ params, body }, reply) => {
      const memo = readFields(body ?? {}).get('memo') ?? null
      return leave(reply, await provider.pay(params.id, memo))
    })

    app.post<{ Params: { id: string } }>('/checkout/:id/cancel', async ({ params }, reply) =>
      leave(reply, await provider.cancel(params.id)),
    )

    function leave(reply: FastifyReply, ending: Ending | null) {
      if (!ending) return sendGone(reply, paths)
      const back = provider.returnOf(ending)
      if (back.method === 'GET') return reply.redirect(addressWithFields(back), 303)
      allowLeavingFor(reply, [back.url])
      return sendPage(reply, 200, returnView({ ...paths, ...back }))
    }
  }

const sendGone = (reply: FastifyReply, paths: Paths) =>
  sendPage(
    reply,
    404,
    problemView({
      ...paths,
      title: 'No such payment',
      text: 'It was not begun here, or too long ago. Begin again at the merchant.',
    }),
  )

/** Browsers hold a form to the policy of its page, also where the answer redirects. */
function allowLeavingFor(reply: FastifyReply, urls: readonly string[]) {
  const origins = urls.map((url) => new URL(url).origin).join(' ')
  void reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${origins}`,
  )
}
