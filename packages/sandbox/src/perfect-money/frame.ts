import { type Html, html } from '../page/html.ts'
import { layout } from '../page/layout.ts'

/** Where things are: the sandbox, and the provider in it. */
export interface Paths {
  readonly base: string
  readonly path: string
}

interface Frame extends Paths {
  readonly title: string
  /** A page with one thing on it. */
  readonly isNarrow?: boolean
  readonly links?: Html
  readonly body: Html
}

/** Every page of the provider says that it is not the real one. */
export const frame = ({ base, path, title, isNarrow, links, body }: Frame): Html =>
  layout({
    base,
    title,
    head: html`<link rel="stylesheet" href="${path}/perfect-money.css">`,
    body: html`<div class="place perfect-money${isNarrow && ' narrow'}">
        <header class="bar">
          <h1>${title}</h1>
          ${links && html`<nav>${links}</nav>`}
        </header>
        <p class="badges"><span class="badge open">Perfect Money sandbox · no real money</span></p>
        ${body}
      </div>`,
  })

export const linkTo = (address: string, label: string): Html => html`<a class="button" href="${address}">${label}</a>`
