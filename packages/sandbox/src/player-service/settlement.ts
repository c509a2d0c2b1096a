import { formatMinor, groupDigits, parseMinor } from '@cashbox/contract'
import { type Html, html } from '@cashbox/contract/html'
import type { AccountStatement, CreatedTransaction, Page, Partner, Position, Positions } from '@cashbox/partner'
import { type Behaviour, badRequest, createMode, modeButtons, textOf } from '../page/forms.ts'
import { badge, moment, rows } from '../page/layout.ts'
import { answered } from './page-view.ts'
import { type Answer, answerOf, type CallCashbox, type PartnerAccount, refusalIn } from './partner-account.ts'
import type { ReceivedWebhook } from './webhook-log.ts'

const STATEMENTS_SHOWN = 10
const DISPUTE = 'The sums are not ours'

/** So many withdrawals are opened at once, each for a fifth of what is left: half of them are too many. */
const [WITHDRAWALS, PARTS] = [10, 5n]
/** For each, if nothing is left or there is no limit. */
const USUAL = '1000.00'
const PLAYER = '48210001'

const answers = {
  /** Reading checks the signature. */
  accept: async ({ statements }: Partner, id: string) => {
    await statements.read(id)
    return statements.accept(id)
  },
  dispute: ({ statements }: Partner, id: string) => statements.dispute(id, DISPUTE),
}
type StatementAnswer = keyof typeof answers

export const isStatementAnswer = (text: string): text is StatementAnswer => Object.hasOwn(answers, text)

interface StatementBehaviour extends Behaviour {
  readonly answer: StatementAnswer | null
}

const statementBehaviours: Readonly<Record<string, StatementBehaviour>> = {
  silent: { label: 'Silent', does: 'leaves new statements without an answer', answer: null },
  accepting: { label: 'Accepting', does: 'accepts each new statement', answer: 'accept' },
  disputing: { label: 'Disputing', does: 'disputes each new statement', answer: 'dispute' },
}

/** What came of opening more withdrawals than the cover allows. */
interface Overdraft {
  readonly currency_code: string
  readonly opened: number
  readonly refused: number
  readonly reason: string | null
}

type Settlement = ReturnType<typeof createSettlement>

export function createSettlement(
  callCashbox: CallCashbox,
  account: Pick<PartnerAccount, 'targets'>,
  open: (input: unknown) => Promise<CreatedTransaction>,
) {
  const mode = createMode(statementBehaviours, 'silent')
  let lastOverdraft: Overdraft | null = null

  const readPosition = () => callCashbox(({ position }) => position.read())

  const answer = (what: StatementAnswer, statementId: string) =>
    callCashbox((partner) => answers[what](partner, statementId))

  /** Answers a new statement by itself, if that is its behaviour. */
  async function hear({ type, data }: Pick<ReceivedWebhook, 'type' | 'data'>): Promise<void> {
    const { answer: what } = mode.current()
    if (type === 'statement.closed' && what !== null) await answer(what, textOf(data['statement_id'])).catch(refusalIn)
  }

  /** Opens withdrawals for twice what is left, all at the same moment. */
  async function overdraw(currency_code: string): Promise<Overdraft> {
    const targets = (await account.targets()).map(({ target }) => target)
    const target = targets.find((one) => one.currency_code === currency_code)
    if (!target) throw badRequest('there is no channel with this currency')
    const position = (await readPosition()).list.find((one) => one.currency_code === currency_code)
    const left = parseMinor(position?.left ?? '') ?? 0n
    const amount = left >= PARTS ? formatMinor(left / PARTS) : USUAL
    const withdrawal = { type: 'withdraw', amount, player_id: PLAYER, ...target }
    const outcomes = await Promise.all(Array.from({ length: WITHDRAWALS }, () => answerOf(open(withdrawal))))
    const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.message]))
    lastOverdraft = {
      currency_code,
      opened: WITHDRAWALS - refusals.length,
      refused: refusals.length,
      reason: refusals[0] ?? null,
    }
    return lastOverdraft
  }

  return {
    mode,
    readPosition,
    listStatements: () => callCashbox(({ statements }) => statements.list({ limit: STATEMENTS_SHOWN })),
    answer,
    hear,
    overdraw,
    lastOverdraft: () => lastOverdraft,
  }
}

export function settlementView(
  path: string,
  { mode, lastOverdraft }: Settlement,
  positions: Answer<Positions>,
  statements: Answer<Page<AccountStatement>>,
): Html {
  const overdraft = lastOverdraft()
  return html`<section id="commission_credit" data-watch>
    <h2>Settlement</h2>
    ${answered(positions, 'the position', ({ list }) => html`<ul class="rows">${list.map((position) => positionRow(path, position))}</ul>`)}
    ${overdraft !== null && overdraftView(overdraft)}
    ${modeButtons(`${path}/statements`, 'How this service answers statements', mode)}
    <p class="hint">The service ${mode.current().does}.</p>
    ${answered(statements, 'statements', ({ list }) =>
      rows(list, (statement) => statementRow(path, statement), [
        'No statements of account yet',
        'An operator closes one, or the end of a period does.',
      ]),
    )}
  </section>`
}

const covers = {
  enough: badge('Enough cover', 'good'),
  low: badge('Low cover', 'waiting'),
  exhausted: badge('No cover left', 'bad'),
}

function positionRow(path: string, { currency_code, balance, reserved, left, credit_limit, cover }: Position): Html {
  return html`<li>
    <p class="bar">${credit_limit === null ? badge('No limit', 'waiting') : covers[cover]}</p>
    <span>Balance ${money(balance, currency_code)}</span>
    <span class="hint">Reserved ${money(reserved)}${left !== null && html` · left ${money(left)}`}${credit_limit !== null && html` · limit ${money(credit_limit)}`}</span>
    <form method="post" action="${path}/overdraw">
      <button name="currency_code" value="${currency_code}">Open too many ${currency_code} withdrawals</button>
    </form>
  </li>`
}

const money = (amount: string, currency = ''): Html =>
  html`<bdi dir="ltr"><strong>${groupDigits(amount)}</strong>${currency !== '' && ` ${currency}`}</bdi>`

const overdraftView = ({ currency_code, opened, refused, reason }: Overdraft): Html =>
  html`<p class="box">${currency_code}: ${opened} withdrawals opened, ${refused} refused. ${reason}</p>`

const answerBadges = { accepted: badge('Accepted', 'good'), disputed: badge('Disputed', 'bad') }

function statementRow(path: string, statement: AccountStatement): Html {
  const { id, currency_code, number, opening, closing, owed, until, due_at, answer } = statement
  const name = `${currency_code} ${number}`
  const button = (what: StatementAnswer, label: string) =>
    html`<form method="post" action="${path}/statements/${id}/${what}"><button aria-label="${label} ${name}">${label}</button></form>`
  return html`<li id="statement-${id}">
    <p class="bar">
      <strong>${name}</strong>
      ${answer === null ? badge('Not answered', 'waiting') : answerBadges[answer]}
      ${statement.is_overdue && badge('Overdue', 'bad')}
    </p>
    <span>${money(opening)} → ${money(closing, currency_code)}</span>
    <span class="hint">Until ${moment(until)}</span>
    ${owed !== '0.00' && html`<span class="hint">To pay: ${money(owed)} by ${moment(due_at)}</span>`}
    ${answer !== 'accepted' && html`<div class="bar">${button('accept', 'Accept')}${answer === null && button('dispute', 'Dispute')}</div>`}
  </li>`
}
