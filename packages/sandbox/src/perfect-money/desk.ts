import { type Html, html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { moment, sendPage } from '../page/layout.ts'
import { frame, linkTo, type Paths } from './checkout.ts'
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
    body: html`<div class="desk">
      ${payView(paths.path, payments[0]?.order)}
      ${paymentsView(paths.path, payments)}
      ${switchesView(paths.path, switches)}
    </div>`,
  })

/** Filled in with the payee of the last payment. */
const payView = (path: string, last: Order | undefined): Html => html`<section class="opening">
    <h2>Make a payment</h2>
    <form class="sheet" method="post" action="${path}/pay">
      ${field('PAYMENT_ID', 'Payment ID of the order', html`<input id="PAYMENT_ID" name="PAYMENT_ID" autocomplete="off">`)}
      ${field('PAYMENT_AMOUNT', 'Amount', html`<input id="PAYMENT_AMOUNT" name="PAYMENT_AMOUNT" value="25.50" inputmode="decimal" autocomplete="off" required>`)}
      ${field('PAYEE_ACCOUNT', 'To account', html`<input id="PAYEE_ACCOUNT" name="PAYEE_ACCOUNT" value="${last?.payee_account ?? 'U1234567'}" autocomplete="off" required>`)}
      ${field('STATUS_URL', 'Status address', html`<input id="STATUS_URL" name="STATUS_URL" type="url" value="${last?.status_url}" autocomplete="off">`)}
      ${field('SUGGESTED_MEMO', 'Memo', html`<input id="SUGGESTED_MEMO" name="SUGGESTED_MEMO" maxlength="${MEMO_LIMIT}" autocomplete="off">`)}
      <button class="button main">Make payment</button>
    </form>
  </section>`

const switchesView = (
  path: string,
  { status_calls, delay_seconds, amounts }: Switches,
): Html => html`<section class="webhooks" id="switches">
    <h2>Behaviour</h2>
    <form class="sheet" method="post" action="${path}/switches">
      ${field('status_calls', 'Send the status call', select('status_calls', status_calls, statusTimes))}
      ${field('delay_seconds', 'Delay in seconds', html`<input id="delay_seconds" name="delay_seconds" type="number" min="0" max="${DELAY_LIMIT_S}" value="${delay_seconds}" required>`)}
      ${field('amounts', 'Write amounts', select('amounts', amounts, amountStyles))}
      <button class="button">Save</button>
    </form>
  </section>`

const field = (id: string, label: string, input: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}</div>`

const select = (name: string, chosen: string, choices: Readonly<Record<string, string>>): Html =>
  html`<select id="${name}" name="${name}">${Object.entries(choices).map(
    ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select>`

const paymentsView = (path: string, payments: readonly Payment[]): Html => html`<section class="transactions">
    <h2>Payments</h2>
    ${
      payments.length === 0
        ? html`<div class="empty"><h2>No payments yet</h2><p>Pay an order from the agent app, or make a payment here.</p></div>`
        : html`<ul class="rows">${payments.slice(0, SHOWN).map((payment) => paymentRow(path, payment))}</ul>`
    }
    ${payments.length > 0 && html`<p class="hint"><a href="${path}/payments.json">All ${payments.length} as JSON</a></p>`}
  </section>`

const paymentRow = (path: string, { batch, amount, order, paid_at, memo, status_calls }: Payment): Html =>
  html`<li class="transaction" id="batch-${batch}">
    <div>
      <p class="id"><bdi dir="ltr">${batch}</bdi></p>
      <p class="money"><bdi dir="ltr">${amount} <small>${order.units}</small></bdi></p>
      <p class="hint">To <bdi dir="ltr">${order.payee_account}</bdi> for <bdi dir="ltr">${order.payment_id ?? 'no order'}</bdi> · ${moment(paid_at)}</p>
      ${memo !== '' && html`<p class="hint">Memo <bdi>${memo}</bdi></p>`}
      <p class="hint">Status address <bdi dir="ltr">${order.status_url ?? 'none'}</bdi></p>
      ${status_calls.length === 0 ? html`<p class="hint">No status call was sent.</p>` : status_calls.map(callRow)}
      <details>
        <summary class="button">Send a status call</summary>
        <form class="actions" method="post" action="${path}/payments/${batch}/status-calls">
          ${Object.entries({ ...twists, second_batch: 'Second payment' }).map(
            ([twist, label]) =>
              html`<button class="button" name="twist" value="${twist}" aria-label="${label}, ${batch}">${label}</button>`,
          )}
        </form>
      </details>
    </div>
  </li>`

const callRow = ({ kind, sent_at, took_ms, answer, problem, fields }: StatusCall): Html => html`<div>
    <p class="badges">
      <span class="badge">${isTwist(kind) ? twists[kind] : 'Status call'}</span>
      ${
        answer === null
          ? html`<span class="badge forged">✕ No answer</span>`
          : html`<span class="badge ${answer < 300 ? 'verified' : 'forged'}">${answer < 300 ? '✓' : '✕'} ${answer}</span>`
      }
    </p>
    <p class="hint">${moment(sent_at)}, ${took_ms} ms${problem !== null && html` · ${problem}`}</p>
    <details>
      <summary class="hint">Fields sent</summary>
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
