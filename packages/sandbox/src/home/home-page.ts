import type { FastifyPluginAsync } from 'fastify'
import { html } from '../page/html.ts'
import { layout, sendPage } from '../page/layout.ts'

export interface SandboxAccount {
  readonly email: string
  readonly password: string
  readonly what: string
}

export interface SandboxAddress {
  readonly path: string
  readonly what: string
}

interface Home {
  readonly addresses: readonly SandboxAddress[]
  /** The accounts to log in with, by group. */
  readonly accounts: Readonly<Record<string, readonly SandboxAccount[]>>
}

const accountList = (who: string, accounts: readonly SandboxAccount[]) => html`<section>
        <h2>${who}</h2>
        <ul class="rows">
          ${accounts.map(
            ({ email, password, what }) => html`<li class="row">
              <strong>${email}</strong><span>${what}</span><code>${password}</code></li>`,
          )}
        </ul>
      </section>`

/** The first page of the sandbox: its pages and accounts. */
export const homePage =
  ({ addresses, accounts }: Home): FastifyPluginAsync =>
  async (app) => {
    app.get('/', (_request, reply) =>
      sendPage(
        reply,
        200,
        layout({
          base: app.prefix,
          title: 'Start',
          body: html`<h1>Cashbox sandbox</h1>
      <p>Everything runs on this machine. No real money is used.</p>
      <section>
        <h2>Pages</h2>
        <ul class="rows">
          ${addresses.map(
            ({ path, what }) =>
              html`<li><a class="row" href="${path}"><strong>${path}</strong><span>${what}</span></a></li>`,
          )}
        </ul>
      </section>
      ${Object.entries(accounts).map(([who, list]) => accountList(who, list))}`,
        }),
      ),
    )
  }
