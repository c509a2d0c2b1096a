import { expect, test } from 'vitest'
import { CallFailure } from './call-failure.ts'
import { createForm, type FormOptions } from './use-form.ts'

const initial = { email: '', password: '', password_confirmation: '' }

const open = (options: Partial<FormOptions<typeof initial>> = {}) => createForm({ initial, ...options })

const refused = (errors: Record<string, string[]> = {}, status = 422) =>
  new CallFailure('refused', { status, body: { message: 'Please check the fields.', errors, request_id: 'r-1' } })

const rejecting = (error: unknown) => async () => {
  throw error
}

/** A call that is answered by hand. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  return { send: () => promise, answer: () => resolve(undefined), fail: reject }
}

test('what is typed is what is sent', async () => {
  const form = open()
  form.change('email', 'a@b.c')
  let sent = {}
  await form.submit({ send: async (values) => void (sent = values) })
  expect(sent).toEqual({ email: 'a@b.c', password: '', password_confirmation: '' })
})

test('a form is sent once, however often it is submitted before the answer', async () => {
  const form = open()
  const call = pending()
  let times = 0
  const send = () => {
    times += 1
    return call.send()
  }
  const first = form.submit({ send })
  await form.submit({ send })
  expect([times, form.state.get().isBusy]).toEqual([1, true])
  call.answer()
  await first
  expect(form.state.get().isBusy).toBe(false)
  await form.submit({ send })
  expect(times).toBe(2)
})

test('what is typed while the form is being sent, or after it failed, is kept', async () => {
  const form = open()
  const call = pending()
  const over = form.submit({ send: call.send })
  form.change('email', 'a@b.c')
  call.fail(refused({ email: ['Taken.'] }))
  await over
  expect(form.state.get().values.email).toBe('a@b.c')
})

test('a field shows the first of its messages, and nothing is above the button', async () => {
  const form = open()
  await form.submit({ send: rejecting(refused({ email: ['No address.', 'Too long.'], password: [] })) })
  expect(form.state.get()).toMatchObject({ errors: { email: 'No address.' }, failure: null, timesRefused: 1 })
  expect(form.state.get().errors).not.toHaveProperty('password')
})

test('a message about something that the form does not ask for is not lost', async () => {
  const form = open()
  await form.submit({ send: rejecting(refused({ email: ['Taken.'], hash: ['The link was used.', 'Old.'] })) })
  expect(form.state.get()).toMatchObject({ errors: { email: 'Taken.' }, failure: { text: 'The link was used.' } })
})

test.each([
  ['a lost connection', new CallFailure('unreachable')],
  ['too many requests', refused({}, 429)],
  ['an error of our own', new TypeError('x is undefined')],
])('%s has no field and has to be explained', async (_what, error) => {
  const form = open()
  await form.submit({ send: rejecting(error) })
  expect(form.state.get()).toMatchObject({ errors: {}, failure: { text: null, isStale: false }, timesRefused: 0 })
})

test('what the app shows in its own way is not in the form as well', async () => {
  const form = open()
  const shown: string[] = []
  const showElsewhere = (about: string, text: string) => about === 'geo' && shown.push(text) > 0
  await form.submit({ send: rejecting(refused({ geo: ['Too far.', 'Old.'] })), showElsewhere })
  expect([shown, form.state.get().failure]).toEqual([['Too far.'], null])
  await form.submit({ send: rejecting(refused({ geo: ['Too far.'], hash: ['Used.'] })), showElsewhere })
  expect(form.state.get().failure).toMatchObject({ text: 'Used.' })
})

test('changing a field clears its error and that of the field it belongs to, and keeps the others', async () => {
  const form = open({ related: { password: 'password_confirmation' } })
  const errors = { email: ['Taken.'], password: ['Short.'], password_confirmation: ['Differs.'] }
  await form.submit({ send: rejecting(refused(errors)) })
  form.change('password', 'longer')
  expect(form.state.get().errors).toEqual({ email: 'Taken.' })
})

test('a new attempt begins without the errors of the last one', async () => {
  const form = open()
  await form.submit({ send: rejecting(refused({ email: ['Taken.'] })) })
  const call = pending()
  const over = form.submit({ send: call.send })
  expect(form.state.get()).toMatchObject({ errors: {}, failure: null })
  call.answer()
  await over
})

test('a stale form keeps what was typed, and says that it is stale until it is sent again', async () => {
  const form = open()
  form.change('email', 'a@b.c')
  await form.submit({ send: rejecting(refused({}, 409)) })
  form.change('password', 'typed after')
  expect(form.state.get()).toMatchObject({
    values: { email: 'a@b.c', password: 'typed after' },
    failure: { isStale: true, cause: { requestId: 'r-1' } },
  })
})

test('any other failure goes when something is changed', async () => {
  const form = open()
  await form.submit({ send: rejecting(new CallFailure('timeout')) })
  form.change('email', 'a@b.c')
  expect(form.state.get().failure).toBeNull()
})

test('only what a person changes counts as touched', () => {
  const form = open()
  form.fill('email', 'filled@in.test')
  form.change('password', 'typed')
  expect(form.state.get().values).toMatchObject({ email: 'filled@in.test', password: 'typed' })
  expect(form.state.get().touched).toEqual({ password: true })
  form.fill('password', '')
  expect(form.state.get().touched).toEqual({})
})

test('a form begins with the draft of an earlier one, and keeps its own', () => {
  const kept = new Map([['email', 'a@b.c']])
  const draft = {
    read: (name: string) => kept.get(name),
    keep: (name: string, text: string) => void kept.set(name, text),
  }
  const form = open({ draft })
  form.change('password', 'typed')
  expect([form.state.get().values.email, kept.get('password')]).toEqual(['a@b.c', 'typed'])
})

/** The keys of one attempt after another. */
async function keysOf(outcomes: readonly unknown[], first?: string) {
  const form = open({ key: first })
  const keys: string[] = []
  for (const outcome of outcomes) {
    await form.submit({
      send: async (_values, { key }) => {
        keys.push(key)
        if (outcome) throw outcome
      },
    })
  }
  return keys
}

test('what was sent without an answer is sent again under the same key', async () => {
  const keys = await keysOf([new CallFailure('timeout'), new CallFailure('unreachable'), null])
  expect(new Set(keys).size).toBe(1)
})

test('after an answer, a yes or a no, the next thing sent has another key', async () => {
  const keys = await keysOf([refused(), null, null])
  expect(new Set(keys).size).toBe(3)
})

test('a form that was sent before the page was loaded again goes on with its key', async () => {
  expect(await keysOf([new CallFailure('timeout'), null], 'earlier')).toEqual(['earlier', 'earlier'])
})

test('an unknown outcome is handed to the one who can find it out, and is not shown in the form', async () => {
  const form = open({ key: 'k' })
  const lost: unknown[] = []
  const onLost = (what: unknown) => void lost.push(what)
  await form.submit({ send: rejecting(new CallFailure('timeout')), onLost })
  expect(lost).toEqual([{ key: 'k', sentAtMs: expect.any(Number) }])
  expect(form.state.get()).toMatchObject({ failure: null, isBusy: false })
  await form.submit({ send: rejecting(refused({}, 403)), onLost })
  expect([lost.length, form.state.get().failure?.cause.status]).toEqual([1, 403])
})
