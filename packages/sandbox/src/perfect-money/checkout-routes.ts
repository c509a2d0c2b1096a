import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { addressWithFields, type Ending } from './browser-return.ts'
import { aboutView, checkoutView, problemView, returnView } from './checkout-view.ts'
import { readFields } from './fields.ts'
import type { Paths } from './frame.ts'
import type { PerfectMoney } from './perfect-money.ts'

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
