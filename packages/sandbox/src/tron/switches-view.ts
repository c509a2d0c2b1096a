import { type Html, html } from '../page/html.ts'
import type { Behaviour } from './behaviour.ts'

const buttons = {
  repeats: ['Repeats', 'The index lists every row twice'],
  reorders: ['Reorders', 'The index mixes the rows of a page'],
  listsFailed: ['Lists failed', 'The index lists failed transfers as if they had happened'],
  inventsRows: ['Invents', 'The index lists transfers that never happened'],
  errors200: ['Errors as 200', 'The full node answers errors with HTTP 200'],
} as const satisfies Partial<Record<keyof Behaviour, readonly [label: string, does: string]>>

/** Switches for the behaviour of the provider. */
export function switchesView(path: string, behaviour: Behaviour): Html {
  const { lag, gaps, missing, slow, throttle, down } = behaviour
  return html`<section class="webhooks" id="switches">
    <h2>How TronGrid behaves</h2>
    <form class="modes" method="post" action="${path}/behaviour" aria-label="Faults of the index and the node">
      ${Object.entries(buttons).map(([name, [label, does]]) => toggle(name, label, does, behaviour[name as keyof typeof buttons]))}
    </form>
    <form class="sheet" method="post" action="${path}/behaviour">
      ${number('lag', 'Index delay in blocks', lag)}
      ${number('gaps', 'Transactions missing from the index, in percent', gaps)}
      ${number('slow', 'Delay of every answer, in ms', slow)}
      ${number('throttle_every', 'Refuse every n-th call (1 = all, 0 = none)', throttle?.every ?? 0)}
      ${select('throttle_status', 'Refuse with', String(throttle?.status ?? 429), [
        ['429', '429'],
        ['403', '403'],
      ])}
      ${select('down', 'Reachable', down ?? '', [
        ['', 'Yes'],
        ['unavailable', 'No, answers 503'],
        ['closed', 'No, closes the connection'],
      ])}
      <button class="button">Save</button>
    </form>
    ${missing.length > 0 && html`<p class="hint">Also missing from the index by request: ${missing.length}.</p>`}
  </section>`
}

const toggle = (name: string, label: string, does: string, isOn: boolean): Html =>
  html`<button class="button" name="${name}" value="${isOn ? 'off' : 'on'}" aria-pressed="${isOn ? 'true' : 'false'}" title="${does}">${label}</button>`

const number = (name: string, label: string, value: number): Html => html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" inputmode="numeric" autocomplete="off" required maxlength="6">
  </div>`

const select = (name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select>
  </div>`
