import { type Html, html } from '../page/html.ts'

/** How far time can be moved at once. */
const LONGEST_S = 366 * 24 * 60 * 60

const steps = [
  { seconds: 10 * 60, label: '10 minutes' },
  { seconds: 60 * 60, label: '1 hour' },
  { seconds: 6 * 60 * 60, label: '6 hours' },
  { seconds: 24 * 60 * 60, label: '1 day' },
  { seconds: 7 * 24 * 60 * 60, label: '7 days' },
] as const

/** Buttons that let time pass. */
export const timeView = (
  path: string,
): Html => html`<form class="modes" method="post" action="${path}/time" aria-label="Move time forward">
    <span class="hint">Move expiries, retries, digests and the end of days forward by</span>
    ${steps.map(({ seconds, label }) => html`<button class="button" name="seconds" value="${seconds}">${label}</button>`)}
  </form>`

/** Whole seconds above zero; null for anything else. */
export function readSeconds(given: unknown): number | null {
  const seconds = Number(given)
  return Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_S ? seconds : null
}
