import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { answerForm, selectField, textField } from '../page/forms.ts'
import { badge, linkTo, moment, rows, sendPage } from '../page/layout.ts'
import { frame } from './checkout.ts'
import { amountStyles, BadFields, DELAY_LIMIT_S, readOnlyFields, type Switches, statusTimes } from './fields.ts'
import { MEMO_LIMIT, type Order } from './order.ts'
import type { Payment, StatusCall } from './payment-book.ts'
import type { PerfectMoney } from './perfect-money.ts'
import { isTwist, twists } from './status-call.ts'

const SHOWN = 50

/** What a tester does: the same actions for people, who are led back to the desk, and for scripts, in JSON. */
export const deskRoutes =
  (provider: PerfectMoney, base: string, path: string): FastifyPluginAsync =>
  async (app) => {
    const desk = `${path}/desk`

    app.get('/desk', (_request, reply) => {
      const payments = provider.payments()
      const body = html`<div class="columns">
      ${payView(path, payments[0]?.order)}
      ${paymentsView(path, payments)}
      ${switchesView(path, provider.switches())}
    </div>`
      const links = html`${linkTo(base, 'Sandbox')}${linkTo(desk, 'Reload')}`
      return sendPage(reply, 200, frame(base, 'Perfect Money desk', body, links))
    })

    app.get('/payments.json', async () => provider.payments())

    app.post('/pay', async ({ body }, reply) => {
      const payment = await provider.payAtDesk(body)
      return answerForm(body, reply, `${desk}#batch-${payment.batch}`, provider.findPayment(payment.batch) ?? payment)
    })

    app.post<{ Params: { batch: string } }>('/payments/:batch/status-calls', async ({ params, body }, reply) => {
      const payment = provider.findPayment(params.batch)
      if (!payment) return reply.callNotFound()
      const twist = readOnlyFields(body, ['twist']).get('twist') ?? ''
      let reported = payment
      if (twist === 'second_batch') reported = await provider.payAgain(payment)
      else if (isTwist(twist)) await provider.sendTwisted(payment, twist)
      else throw new BadFields({ twist: `is none of ${Object.keys(twists).join(', ')}, second_batch` })
      const { batch } = reported
      return answerForm(body, reply, `${desk}#batch-${batch}`, provider.findPayment(batch) ?? reported)
    })

    app.post('/switches', async ({ body }, reply) =>
      answerForm(body, reply, `${desk}#switches`, provider.setSwitches(body)),
    )
  }

/** Filled in with the payee of the last payment. */
const payView = (path: string, last: Order | undefined): Html => html`<section>
    <h2>Make a payment</h2>
    <form class="box" method="post" action="${path}/pay">
      ${textField('PAYMENT_ID', 'Payment ID of the order', '')}
      ${textField('PAYMENT_AMOUNT', 'Amount', '25.50', html`inputmode="decimal" required`)}
      ${textField('PAYEE_ACCOUNT', 'To account', last?.payee_account ?? 'U1234567', html`required`)}
      ${textField('STATUS_URL', 'Status address', last?.status_url ?? '', html`type="url"`)}
      ${textField('SUGGESTED_MEMO', 'Memo', '', html`maxlength="${MEMO_LIMIT}"`)}
      <button class="main">Make payment</button>
    </form>
  </section>`

const switchesView = (path: string, { status_calls, delay_seconds, amounts }: Switches): Html =>
  html`<section id="switches">
    <h2>Behaviour</h2>
    <form class="box" method="post" action="${path}/switches">
      ${selectField('status_calls', 'Send the status call', status_calls, Object.entries(statusTimes))}
      ${textField('delay_seconds', 'Delay in seconds', delay_seconds, html`type="number" min="0" max="${DELAY_LIMIT_S}" required`)}
      ${selectField('amounts', 'Write amounts', amounts, Object.entries(amountStyles))}
      <button>Save</button>
    </form>
  </section>`

const paymentsView = (path: string, payments: readonly Payment[]): Html => html`<section class="wide">
    <h2>Payments</h2>
    ${rows(payments.slice(0, SHOWN), (payment) => paymentRow(path, payment), [
      'No payments yet',
      'Pay an order from the agent app, or make a payment here.',
    ])}
    ${payments.length > 0 && html`<p class="hint"><a href="${path}/payments.json">All ${payments.length} as JSON</a></p>`}
  </section>`

const paymentRow = (path: string, { batch, amount, order, paid_at, memo, status_calls }: Payment): Html =>
  html`<li id="batch-${batch}">
    <code dir="ltr">${batch}</code>
    <bdi dir="ltr"><strong>${amount}</strong> ${order.units}</bdi>
    <span class="hint">To <bdi dir="ltr">${order.payee_account}</bdi> for <bdi dir="ltr">${order.payment_id ?? 'no order'}</bdi> · ${moment(paid_at)}</span>
    ${memo !== '' && html`<span class="hint">Memo <bdi>${memo}</bdi></span>`}
    <span class="hint">Status address <bdi dir="ltr">${order.status_url ?? 'none'}</bdi></span>
    ${status_calls.length === 0 ? html`<span class="hint">No status call was sent.</span>` : status_calls.map(callRow)}
    <details>
      <summary>Send a status call</summary>
      <form class="bar" method="post" action="${path}/payments/${batch}/status-calls">
        ${Object.entries({ ...twists, second_batch: 'Second payment' }).map(
          ([twist, label]) =>
            html`<button name="twist" value="${twist}" aria-label="${label}, ${batch}">${label}</button>`,
        )}
      </form>
    </details>
  </li>`

const callRow = ({ kind, sent_at, took_ms, answer, problem, fields }: StatusCall): Html => html`<div>
    <p class="bar">
      ${badge(isTwist(kind) ? twists[kind] : 'Status call')}
      ${answer === null ? badge('✕ No answer', 'bad') : answer < 300 ? badge(`✓ ${answer}`, 'good') : badge(`✕ ${answer}`, 'bad')}
    </p>
    <p class="hint">${moment(sent_at)}, ${took_ms} ms${problem !== null && html` · ${problem}`}</p>
    <details>
      <summary>Fields sent</summary>
      <pre dir="ltr">
${fields.map(([name, value]) => `${name}=${value}`).join('\n')}</pre>
    </details>
  </div>`
