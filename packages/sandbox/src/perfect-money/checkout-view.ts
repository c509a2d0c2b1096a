import { type Html, html } from '../page/html.ts'
import type { BrowserReturn } from './browser-return.ts'
import { frame, linkTo, type Paths } from './frame.ts'
import { MEMO_LIMIT, type Order } from './order.ts'

export const aboutView = (paths: Paths): Html =>
  frame({
    ...paths,
    title: 'Perfect Money',
    links: html`${linkTo(paths.base, 'Sandbox')}${linkTo(`${paths.path}/desk`, 'Desk')}`,
    body: html`<p class="text">Simulates perfectmoney.com on this machine. The merchant's payment form is posted here instead of to
      <code>/api/step1.asp</code>; the payer then pays or cancels. The desk shows payments and the status calls that the
      merchant received. The history is at <code>${paths.path}/acct/historycsv.asp</code>.</p>`,
  })

interface CheckoutView extends Paths {
  readonly id: string
  readonly order: Order
}

export const checkoutView = ({ id, order, ...paths }: CheckoutView): Html =>
  frame({
    ...paths,
    title: 'Pay with Perfect Money',
    isNarrow: true,
    body: html`<dl class="headers">
        ${row('Payee', order.payee_name)}
        ${row('Account', order.payee_account)}
        <div><dt>Amount</dt><dd class="money"><bdi dir="ltr">${order.amount} <small>${order.units}</small></bdi></dd></div>
        ${order.payment_id !== null && row('Payment', order.payment_id)}
        ${order.is_memo_fixed && order.suggested_memo !== '' && row('Memo', order.suggested_memo)}
      </dl>
      <form class="sheet" method="post" action="${paths.path}/checkout/${id}/pay">
        ${!order.is_memo_fixed && memoField(order)}
        <button class="button main"><span>Pay <bdi dir="ltr">${order.amount} ${order.units}</bdi></span></button>
        <button class="button" formaction="${paths.path}/checkout/${id}/cancel">Cancel</button>
      </form>`,
  })

const row = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`

const memoField = ({ suggested_memo }: Order): Html => html`<div class="field">
    <label for="memo">Memo</label>
    <input id="memo" name="memo" value="${suggested_memo}" maxlength="${MEMO_LIMIT}" autocomplete="off">
  </div>`

/** The way back to the merchant that the payer has to press: a form or a link. */
export const returnView = ({ url, method, fields, ...paths }: BrowserReturn & Paths): Html =>
  frame({
    ...paths,
    title: 'Back to the merchant',
    isNarrow: true,
    body:
      method === 'LINK'
        ? html`<p class="text">${linkTo(url, 'Return to the merchant')}</p>`
        : html`<form class="sheet" method="post" action="${url}">
          ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
          <button class="button main">Return to the merchant</button>
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
    isNarrow: true,
    links: linkTo(`${paths.path}/desk`, 'Desk'),
    body: html`<div class="notice bad" role="alert">
      <p>${text}</p>
      ${problems && html`<ul>${Object.entries(problems).map(([field, why]) => html`<li><bdi>${field}</bdi> ${why}</li>`)}</ul>`}
    </div>`,
  })
