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
  readonly accounts: readonly SandboxAccount[]
}

/** Where a newcomer starts: what there is, and who to log in as. */
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
      <p>Everything runs on this machine. No money here is real.</p>
      <section>
        <h2>Addresses</h2>
        <ul class="links">
          ${addresses.map(({ path, what }) => html`<li><a href="${path}">${path}</a><br>${what}</li>`)}
        </ul>
      </section>
      <section>
        <h2>Agents</h2>
        <dl class="headers">
          ${accounts.map(
            ({ email, password, what }) =>
              html`<div><dt>${what}</dt><dd><code>${email}</code> <code>${password}</code></dd></div>`,
          )}
        </dl>
      </section>`,
        }),
      ),
    )
  }
