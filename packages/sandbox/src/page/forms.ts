import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Html, html } from '@cashbox/contract/html'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Lets an app take forms as `URLSearchParams`, and serves the script of watched pages. */
export async function serveForms(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL('./watch.js', import.meta.url), 'utf8')
  app.get('/watch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

/** Leaves every body as the text that was sent: a signature is over its bytes. */
export function takeText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

/** Waits as long as asked, or until the server stops. */
export function createPause(app: FastifyInstance): (ms: number) => Promise<void> {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  return (ms) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {})
}

/** People are led back to the page, scripts get JSON. */
export const answerForm = (body: unknown, reply: FastifyReply, back: string, json: object): FastifyReply | object =>
  body instanceof URLSearchParams ? reply.redirect(back, 303) : json

export const fieldOf = (body: unknown, name: string): unknown => {
  if (body instanceof URLSearchParams) return body.get(name)
  return isRecord(body) ? body[name] : undefined
}

export const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

/** One of the ways in which a party of the sandbox can behave. */
export interface Behaviour {
  readonly label: string
  readonly does: string
}

export function createMode<Way extends Behaviour>(behaviours: Readonly<Record<string, Way>>, initial: string) {
  const find = (name: unknown): Way => {
    const found = typeof name === 'string' && Object.hasOwn(behaviours, name) ? behaviours[name] : undefined
    if (!found) throw badRequest('there is no such behaviour')
    return found
  }
  let current = find(initial)
  return {
    behaviours,
    current: () => current,
    set(name: unknown): void {
      current = find(name)
    },
  }
}

type Mode = ReturnType<typeof createMode>

export const serveMode = (app: FastifyInstance, mode: Mode, back: string, path = '/behaviour'): void => {
  app.post(path, async ({ body }, reply) => {
    const name = fieldOf(body, 'mode')
    mode.set(name)
    return answerForm(body, reply, back, { mode: name })
  })
}

export const modeButtons = (path: string, label: string, mode: Mode): Html =>
  html`<form class="bar" method="post" action="${path}/behaviour" aria-label="${label}">
    ${Object.entries(mode.behaviours).map(([name, way]) => toggle('mode', name, way === mode.current(), way.label, way.does))}
  </form>`

export const toggle = (name: string, value: string, isOn: boolean, label: string, does: string): Html =>
  html`<button name="${name}" value="${value}" aria-pressed="${isOn ? 'true' : 'false'}" title="${does}">${label}</button>`

const field = (name: string, label: string, problem: string | undefined, input: Html): Html =>
  html`<div class="field"><label for="${name}">${label}</label>${input}${problemOf(name, problem)}</div>`

const problemOf = (name: string, problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="bad" id="${name}-problem">${problem}</p>`

const attributes = (name: string, problem: string | undefined): Html =>
  html`id="${name}" name="${name}"${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}`

export const textField = (name: string, label: string, value: string | number, more?: Html, problem?: string): Html =>
  field(name, label, problem, html`<input ${attributes(name, problem)} value="${value}" autocomplete="off" ${more}>`)

type Options = readonly (readonly [value: string, label: string])[]

export const selectField = (name: string, label: string, chosen: string, options: Options, problem?: string): Html =>
  field(
    name,
    label,
    problem,
    html`<select ${attributes(name, problem)}>${options.map(
      ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
    )}</select>`,
  )

export const radioField = (name: string, legend: string, chosen: string, options: Options, problem?: string): Html =>
  html`<fieldset>
    <legend>${legend}</legend>
    ${options.map(
      ([value, label]) =>
        html`<label><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}> ${label}</label> `,
    )}${problemOf(name, problem)}
  </fieldset>`

/** The fields of a form as text; one that was not sent is empty. */
export const readForm = <Form extends Readonly<Record<string, string>>>(sent: URLSearchParams, form: Form) =>
  Object.fromEntries(Object.keys(form).map((name) => [name, sent.get(name) ?? ''])) as Readonly<
    Record<keyof Form, string>
  >

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
