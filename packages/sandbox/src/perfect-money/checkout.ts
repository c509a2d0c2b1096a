import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { textField } from '../page/forms.ts'
import { alertBox, badge, headerBar, layout, linkTo, sendPage } from '../page/layout.ts'
import { readFields } from './fields.ts'
import { MEMO_LIMIT, type Order } from './order.ts'
import type { PerfectMoney } from './perfect-money.ts'
import { addressWithFields, type BrowserReturn, type Ending } from './status-call.ts'

/** Every page of the provider says that it is not the real one. */
export const frame = (base: string, title: string, body: Html, links?: Html): Html =>
  layout({
    base,
    title,
    body: html`${headerBar(title, links)}
      <p>${badge('Perfect Money sandbox · no real money', 'waiting')}</p>
      ${body}`,
  })

/** What a payer sees: the merchant's form brings them here, and they leave for the merchant again. */
export const checkoutRoutes =
  (provider: PerfectMoney, base: string, path: string): FastifyPluginAsync =>
  async (app) => {
    const desk = linkTo(`${path}/desk`, 'Desk')

    app.get('/', (_request, reply) => {
      const about = html`<p>Simulates perfectmoney.com on this machine. The merchant's payment form is posted here instead of to
      <code>/api/step1.asp</code>; the payer then pays or cancels. The desk shows payments and the status calls that the
      merchant received. The history is at <code>${path}/acct/historycsv.asp</code>.</p>`
      return sendPage(reply, 200, frame(base, 'Perfect Money', about, html`${linkTo(base, 'Sandbox')}${desk}`))
    })

    app.post('/', async ({ body }, reply) => {
      const id = provider.open(readFields(body))
      return reply.redirect(`${path}/checkout/${id}`, 303)
    })

    app.get<{ Params: { id: string } }>('/checkout/:id', async ({ params }, reply) => {
      const order = provider.findOrder(params.id)
      if (!order) return sendGone(reply)
      allowLeavingFor(reply, [order.payment_url, order.nopayment_url])
      const view = orderView(`${path}/checkout/${params.id}`, order)
      return sendPage(reply, 200, frame(base, 'Pay with Perfect Money', view))
    })

    app.post<{ Params: { id: string } }>('/checkout/:id/pay', async ({ params, body }, reply) => {
      const memo = readFields(body ?? {}).get('memo') ?? null
      return leave(reply, await provider.pay(params.id, memo))
    })

    app.post<{ Params: { id: string } }>('/checkout/:id/cancel', async ({ params }, reply) =>
      leave(reply, await provider.cancel(params.id)),
    )

    function leave(reply: FastifyReply, ending: Ending | null) {
      if (!ending) return sendGone(reply)
      const back = provider.returnOf(ending)
      if (back.method === 'GET') return reply.redirect(addressWithFields(back), 303)
      allowLeavingFor(reply, [back.url])
      return sendPage(reply, 200, frame(base, 'Back to the merchant', returnView(back)))
    }

    const sendGone = (reply: FastifyReply) => {
      const text = 'It was not begun here, or too long ago. Begin again at the merchant.'
      return sendPage(reply, 404, frame(base, 'No such payment', alertBox(text), desk))
    }
  }

const orderView = (path: string, order: Order): Html =>
  html`<dl class="box">
        ${row('Payee', order.payee_name)}
        ${row('Account', order.payee_account)}
        ${row('Amount', `${order.amount} ${order.units}`)}
        ${order.payment_id !== null && row('Payment', order.payment_id)}
        ${order.is_memo_fixed && order.suggested_memo !== '' && row('Memo', order.suggested_memo)}
      </dl>
      <form class="box" method="post" action="${path}/pay">
        ${!order.is_memo_fixed && textField('memo', 'Memo', order.suggested_memo, html`maxlength="${MEMO_LIMIT}"`)}
        <button class="main"><span>Pay <bdi dir="ltr">${order.amount} ${order.units}</bdi></span></button>
        <button formaction="${path}/cancel">Cancel</button>
      </form>`

const row = (name: string, value: string): Html => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`

/** The way back to the merchant that the payer has to press: a form or a link. */
const returnView = ({ url, method, fields }: BrowserReturn): Html =>
  method === 'LINK'
    ? html`<p>${linkTo(url, 'Return to the merchant')}</p>`
    : html`<form class="box" method="post" action="${url}">
          ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
          <button class="main">Return to the merchant</button>
        </form>`

/** Browsers hold a form to the policy of its page, also where the answer redirects. */
function allowLeavingFor(reply: FastifyReply, urls: readonly string[]) {
  const origins = urls.map((url) => new URL(url).origin).join(' ')
  void reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${origins}`,
  )
}
