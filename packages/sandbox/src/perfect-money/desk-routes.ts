import type { FastifyPluginAsync } from 'fastify'
import { sendPage } from '../page/layout.ts'
import { deskView } from './desk-view.ts'
import { BadFields, readOnlyFields } from './fields.ts'
import type { Paths } from './frame.ts'
import type { PerfectMoney } from './perfect-money.ts'
import { isTwist, twists } from './status-call.ts'

/** What a tester does: the same actions for people, who are led back to the desk, and for scripts, in JSON. */
export const deskRoutes =
  (provider: PerfectMoney, paths: Paths): FastifyPluginAsync =>
  async (app) => {
    const desk = `${paths.path}/desk`

    app.get('/desk', (_request, reply) =>
      sendPage(reply, 200, deskView({ ...paths, payments: provider.payments(), switches: provider.switches() })),
    )

    app.get('/payments.json', async () => provider.payments())

    app.post('/pay', async ({ body }, reply) => {
      const { batch } = await provider.payAtDesk(body)
      if (body instanceof URLSearchParams) return reply.redirect(`${desk}#batch-${batch}`, 303)
      return provider.findPayment(batch)
    })

    app.post<{ Params: { batch: string } }>('/payments/:batch/status-calls', async ({ params, body }, reply) => {
      const payment = provider.findPayment(params.batch)
      if (!payment) return reply.callNotFound()
      const twist = readOnlyFields(body, ['twist']).get('twist') ?? ''
      let told = payment
      if (twist === 'second_batch') told = await provider.payAgain(payment)
      else if (isTwist(twist)) await provider.sendTwisted(payment, twist)
      else throw new BadFields({ twist: `is none of ${Object.keys(twists).join(', ')}, second_batch` })
      if (body instanceof URLSearchParams) return reply.redirect(`${desk}#batch-${told.batch}`, 303)
      return provider.findPayment(told.batch)
    })

    app.post('/switches', async ({ body }, reply) => {
      const switches = provider.setSwitches(body)
      return body instanceof URLSearchParams ? reply.redirect(`${desk}#switches`, 303) : switches
    })
  }
