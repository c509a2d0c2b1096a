import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { attributes, field, select } from '../page/forms.ts'
import { badge, empty, linkTo, moment, sendPage } from '../page/layout.ts'
import { frame, type Paths } from './checkout.ts'
import { amountStyles, BadFields, DELAY_LIMIT_S, readOnlyFields, type Switches, statusTimes } from './fields.ts'
import { MEMO_LIMIT, type Order } from './order.ts'
import type { Payment, StatusCall } from './payment-book.ts'
import type { PerfectMoney } from './perfect-money.ts'
import { isTwist, twists } from './status-call.ts'

const SHOWN = 50

interface DeskView extends Paths {
  readonly payments: readonly Payment[]
  readonly switches: Switches
}

const deskView = ({ payments, switches, ...paths }: DeskView): Html =>
  frame({
    ...paths,
    title: 'Perfect Money desk',
    links: html`${linkTo(paths.base, 'Sandbox')}${linkTo(`${paths.path}/desk`, 'Reload')}`,
    body: html`<div class="columns">
      ${payView(paths.path, payments[0]?.order)}
      ${paymentsView(paths.path, payments)}
      ${switchesView(paths.path, switches)}
    </div>`,
  })

/** Filled in with the payee of the last payment. */
const payView = (path: string, last: Order | undefined): Html => html`<section>
    <h2>Make a payment</h2>
    <form class="box" method="post" action="${path}/pay">
      ${input('PAYMENT_ID', 'Payment ID of the order', '')}
      ${input('PAYMENT_AMOUNT', 'Amount', '25.50', html`inputmode="decimal" required`)}
      ${input('PAYEE_ACCOUNT', 'To account', last?.payee_account ?? 'U1234567', html`required`)}
      ${input('STATUS_URL', 'Status address', last?.status_url ?? '', html`type="url"`)}
      ${input('SUGGESTED_MEMO', 'Memo', '', html`maxlength="${MEMO_LIMIT}"`)}
      <button class="main">Make payment</button>
    </form>
  </section>`

const switchesView = (path: string, { status_calls, delay_seconds, amounts }: Switches): Html =>
  html`<section id="switches">
    <h2>Behaviour</h2>
    <form class="box" method="post" action="${path}/switches">
      ${field('status_calls', 'Send the status call', select('status_calls', status_calls, Object.entries(statusTimes)))}
      ${input('delay_seconds', 'Delay in seconds', String(delay_seconds), html`type="number" min="0" max="${DELAY_LIMIT_S}" required`)}
      ${field('amounts', 'Write amounts', select('amounts', amounts, Object.entries(amountStyles)))}
      <button>Save</button>
    </form>
  </section>`

const input = (name: string, label: string, value: string, more?: Html): Html =>
  field(name, label, html`<input ${attributes(name)} value="${value}" autocomplete="off" ${more}>`)

const paymentsView = (path: string, payments: readonly Payment[]): Html => html`<section class="wide">
    <h2>Payments</h2>
    ${
      payments.length === 0
        ? empty('No payments yet', 'Pay an order from the agent app, or make a payment here.')
        : html`<ul class="rows">${payments.slice(0, SHOWN).map((payment) => paymentRow(path, payment))}</ul>`
    }
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
      let reported = payment
      if (twist === 'second_batch') reported = await provider.payAgain(payment)
      else if (isTwist(twist)) await provider.sendTwisted(payment, twist)
      else throw new BadFields({ twist: `is none of ${Object.keys(twists).join(', ')}, second_batch` })
      if (body instanceof URLSearchParams) return reply.redirect(`${desk}#batch-${reported.batch}`, 303)
      return provider.findPayment(reported.batch)
    })

    app.post('/switches', async ({ body }, reply) => {
      const switches = provider.setSwitches(body)
      return body instanceof URLSearchParams ? reply.redirect(`${desk}#switches`, 303) : switches
    })
  }
