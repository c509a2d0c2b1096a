import { readFile } from 'node:fs/promises'
import { type Html, html } from '@cashbox/contract/html'
import type { FastifyInstance } from 'fastify'

/** Lets an app take forms as `URLSearchParams`, and serves the script of watched pages. */
export async function serveForms(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL('./watch.js', import.meta.url), 'utf8')
  app.get('/watch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

export const fieldOf = (body: unknown, name: string): unknown => {
  if (body instanceof URLSearchParams) return body.get(name)
  return isRecord(body) ? body[name] : undefined
}

/** The ways in which a party of the sandbox can behave, one at a time. */
export type Behaviours = Readonly<Record<string, { readonly label: string; readonly does: string }>>

export function createMode<Mode extends string>(behaviours: Readonly<Record<Mode, unknown>>, initial: NoInfer<Mode>) {
  let current: Mode = initial
  return {
    current: () => current,
    set(given: unknown): void {
      if (typeof given !== 'string' || !Object.hasOwn(behaviours, given)) throw badRequest('there is no such behaviour')
      current = given as Mode
    },
  }
}

export const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

export const serveMode = (
  app: FastifyInstance,
  mode: ReturnType<typeof createMode>,
  back: string,
  path = '/behaviour',
): void => {
  app.post(path, async ({ body }, reply) => {
    mode.set(fieldOf(body, 'mode'))
    return body instanceof URLSearchParams ? reply.redirect(back, 303) : { mode: mode.current() }
  })
}

export const modeButtons = (path: string, label: string, behaviours: Behaviours, current: string): Html =>
  html`<form class="bar" method="post" action="${path}/behaviour" aria-label="${label}">
    ${Object.entries(behaviours).map(([mode, behaviour]) => toggle('mode', mode, mode === current, behaviour.label, behaviour.does))}
  </form>`

export const toggle = (name: string, value: string, isOn: boolean, label: string, does: string): Html =>
  html`<button name="${name}" value="${value}" aria-pressed="${isOn ? 'true' : 'false'}" title="${does}">${label}</button>`

export const field = (name: string, label: string, input: Html, problem?: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label>${input}${problemOf(name, problem)}</div>`

export const problemOf = (name: string, problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="bad" id="${name}-problem">${problem}</p>`

export const attributes = (name: string, problem?: string): Html =>
  html`id="${name}" name="${name}"${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}`

type Options = readonly (readonly [value: string, label: string])[]

export const select = (name: string, chosen: string, options: Options, problem?: string): Html =>
  html`<select ${attributes(name, problem)}>${options.map(
    ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select>`

export const radio = (name: string, value: string, label: string, chosen: string): Html =>
  html`<label><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}> ${label}</label>`

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function parseObject(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(text))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
