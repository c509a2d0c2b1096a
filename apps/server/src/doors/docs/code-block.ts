import { type Html, html } from '../../platform/html.ts'
import type { Example } from './in-languages.ts'

/** Code that scrolls inside itself; `label` is what a screen reader calls it. */
export const codeBlock = (label: string, text: string): Html =>
  html`<pre role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`

/** The same in several languages, the first of them open. */
export const inEachLanguage = (label: string, examples: readonly Example[]): Html =>
  html`<div class="languages">${examples.map(
    ({ language, code }, index) =>
      html`<details class="language"${index === 0 ? html` open` : ''}><summary>${language}</summary>
${codeBlock(`${label} in ${language}`, code)}</details>
`,
  )}</div>`
