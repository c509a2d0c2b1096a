import { CallFailure } from '@cashbox/client/call-failure'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Attempt,
  type ConfirmationServices,
  createConfirmation,
  type Draft,
  empty,
  type Outcome,
  resumed,
} from './confirmation.ts'

const draft: Draft = { type: 'deposit', transactionId: 'ABCD234567', amount: '12.50', securityCode: '' }

/** Services whose answers are given by the test. */
function stage(outcomes: Outcome[] = []) {
  let kept: Attempt | null = null
  let keys = 0
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sent: { key: string; kept: Attempt | null }[] = []
  const looks: number[] = []
  const phases: string[] = []
  const services: ConfirmationServices = {
    cashId: '100001',
    locate: () => Promise.resolve(null),
    send(_draft, key) {
      sent.push({ key, kept })
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    askOutcome() {
      looks.push(Date.now())
      return Promise.resolve(outcomes.shift() ?? { kind: 'unknown' })
    },
    keep: (attempt) => {
      kept = attempt
    },
    forget: () => {
      kept = null
    },
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    onPhase: ({ phase }) => void phases.push(phase),
  }
  return { services, answers, sent, looks, phases, kept: () => kept }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a confirmation under way', () => {
  test('two presses in the same moment send one request', async () => {
    const staged = stage()
    const confirmation = createConfirmation(empty, staged.services)
    confirmation.submit(draft)
    confirmation.submit(draft)
    await settle()
    expect(staged.sent).toHaveLength(1)
  })

  test('it is kept before it is sent and forgotten with the answer', async () => {
    const staged = stage()
    const confirmation = createConfirmation(empty, staged.services)
    confirmation.submit(draft)
    await settle()
    expect(staged.sent[0]?.kept).toMatchObject({ key: 'key-1', transactionId: 'ABCD234567', cashId: '100001' })
    staged.answers[0]?.resolve()
    await settle()
    expect(staged.kept()).toBeNull()
    expect(staged.phases).toEqual(['locating', 'sending', 'done'])
  })

  test('what is kept holds no security code', async () => {
    const staged = stage()
    createConfirmation(empty, staged.services).submit({ ...draft, type: 'withdraw', securityCode: '987654' })
    await settle()
    expect(JSON.stringify(staged.kept())).not.toContain('987654')
  })

  test('a lost answer is found by asking, without sending again', async () => {
    const staged = stage([{ kind: 'unknown' }, { kind: 'confirmed', finishedAt: 9 }])
    const confirmation = createConfirmation(empty, staged.services)
    confirmation.submit(draft)
    await settle()
    staged.answers[0]?.reject(new CallFailure('timeout'))
    await settle()
    expect(staged.kept()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(3000)
    expect(confirmation.state.get()).toMatchObject({ phase: 'done', finishedAt: 9, wasUnsure: true })
    expect(staged.sent).toHaveLength(1)
    expect(staged.kept()).toBeNull()
  })

  test('what did not go through is sent again under its own key, and a refusal ends that key', async () => {
    const staged = stage([{ kind: 'closed' }])
    const confirmation = createConfirmation(empty, staged.services)
    confirmation.submit(draft)
    await settle()
    staged.answers[0]?.reject(new CallFailure('unreachable'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(confirmation.state.get()).toMatchObject({ phase: 'filling' })
    confirmation.submit(draft)
    await settle()
    staged.answers[1]?.reject(new CallFailure('refused', { status: 422 }))
    await settle()
    confirmation.submit(draft)
    await settle()
    expect(staged.sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  test('one look at a time, even when asked to look now', async () => {
    const staged = stage()
    let answer: (outcome: Outcome) => void = () => {}
    staged.services.askOutcome = vi.fn(() => new Promise<Outcome>((resolve) => (answer = resolve)))
    const confirmation = createConfirmation(resumed(attempt()), staged.services)
    confirmation.startChecks()
    confirmation.checkNow()
    confirmation.checkNow()
    await vi.advanceTimersByTimeAsync(5000)
    expect(staged.services.askOutcome).toHaveBeenCalledTimes(1)
    answer({ kind: 'confirmed', finishedAt: 9 })
    await settle()
    expect(confirmation.state.get().phase).toBe('done')
  })

  test('when the connection is back it looks at once, and soon again if that fails', async () => {
    const staged = stage()
    const confirmation = createConfirmation(resumed(attempt()), staged.services)
    confirmation.startChecks()
    await vi.advanceTimersByTimeAsync(90_000)
    const before = staged.looks.length
    confirmation.networkIsBack()
    await settle()
    expect(staged.looks).toHaveLength(before + 1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(staged.looks).toHaveLength(before + 2)
  })

  test('the server is not asked once it is stopped, and asking goes on when it starts again', async () => {
    const staged = stage()
    const confirmation = createConfirmation(resumed(attempt()), staged.services)
    confirmation.startChecks()
    await vi.advanceTimersByTimeAsync(1000)
    confirmation.stopChecks()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(staged.looks).toHaveLength(1)
    confirmation.startChecks()
    await vi.advanceTimersByTimeAsync(2000)
    expect(staged.looks).toHaveLength(2)
  })
})

const attempt = (): Attempt => ({
  key: 'key-0',
  type: 'deposit',
  transactionId: 'ABCD234567',
  amount: '12.50',
  cashId: '100001',
  sentAtMs: Date.now(),
})
