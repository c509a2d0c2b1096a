import { CallFailure } from '@cashbox/client/call-failure'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Attempt, type Draft, empty, type Finding, resumed } from './confirmation.ts'
import { createFlow, type Surroundings } from './confirmation-flow.ts'

const draft: Draft = { type: 'deposit', transactionId: 'ABCD234567', amount: '12.50', securityCode: '' }

/** A world in which each answer is given by the test. */
function stage(findings: Finding[] = []) {
  let kept: Attempt | null = null
  let keys = 0
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sent: { key: string; kept: Attempt | null }[] = []
  const looks: number[] = []
  const phases: string[] = []
  const outside: Surroundings<string> = {
    cashId: '100001',
    locate: () => Promise.resolve('here'),
    confirm(_draft, key) {
      sent.push({ key, kept })
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    find() {
      looks.push(Date.now())
      return Promise.resolve(findings.shift() ?? { kind: 'silent' })
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
    onChange: ({ phase }) => void phases.push(phase),
  }
  return { outside, answers, sent, looks, phases, kept: () => kept }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('the flow of a confirmation', () => {
  test('two presses in the same moment send one request', async () => {
    const world = stage()
    const flow = createFlow(empty, world.outside)
    flow.submit(draft)
    flow.submit(draft)
    await settle()
    expect(world.sent).toHaveLength(1)
  })

  test('it is kept before it is sent and forgotten with the answer', async () => {
    const world = stage()
    const flow = createFlow(empty, world.outside)
    flow.submit(draft)
    await settle()
    expect(world.sent[0]?.kept).toMatchObject({ key: 'key-1', transactionId: 'ABCD234567', cashId: '100001' })
    world.answers[0]?.resolve()
    await settle()
    expect(world.kept()).toBeNull()
    expect(world.phases).toEqual(['locating', 'sending', 'done'])
  })

  test('what is kept holds no security code', async () => {
    const world = stage()
    createFlow(empty, world.outside).submit({ ...draft, type: 'withdraw', securityCode: '987654' })
    await settle()
    expect(JSON.stringify(world.kept())).not.toContain('987654')
  })

  test('a lost answer is found by asking, without sending again', async () => {
    const world = stage([{ kind: 'silent' }, { kind: 'confirmed', finishedAt: 9 }])
    const flow = createFlow(empty, world.outside)
    flow.submit(draft)
    await settle()
    world.answers[0]?.reject(new CallFailure('timeout'))
    await settle()
    expect(world.kept()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(3000)
    expect(flow.state.get()).toMatchObject({ phase: 'done', finishedAt: 9, wasUnsure: true })
    expect(world.sent).toHaveLength(1)
    expect(world.kept()).toBeNull()
  })

  test('what did not go through is sent again under its own key, and a refusal ends that key', async () => {
    const world = stage([{ kind: 'closed' }])
    const flow = createFlow(empty, world.outside)
    flow.submit(draft)
    await settle()
    world.answers[0]?.reject(new CallFailure('unreachable'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(flow.state.get()).toMatchObject({ phase: 'filling' })
    flow.submit(draft)
    await settle()
    world.answers[1]?.reject(new CallFailure('refused', { status: 422 }))
    await settle()
    flow.submit(draft)
    await settle()
    expect(world.sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  test('one look at a time, even when asked to look now', async () => {
    const world = stage()
    let answer: (finding: Finding) => void = () => {}
    world.outside.find = vi.fn(() => new Promise<Finding>((resolve) => (answer = resolve)))
    const flow = createFlow(resumed(attempt()), world.outside)
    flow.start()
    flow.checkNow()
    flow.checkNow()
    await vi.advanceTimersByTimeAsync(5000)
    expect(world.outside.find).toHaveBeenCalledTimes(1)
    answer({ kind: 'confirmed', finishedAt: 9 })
    await settle()
    expect(flow.state.get().phase).toBe('done')
  })

  test('when the network is back it looks at once, and soon again if that fails', async () => {
    const world = stage()
    const flow = createFlow(resumed(attempt()), world.outside)
    flow.start()
    await vi.advanceTimersByTimeAsync(90_000)
    const before = world.looks.length
    flow.networkIsBack()
    await settle()
    expect(world.looks).toHaveLength(before + 1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(world.looks).toHaveLength(before + 2)
  })

  test('nobody is asked once it is stopped, and asking goes on when it starts again', async () => {
    const world = stage()
    const flow = createFlow(resumed(attempt()), world.outside)
    flow.start()
    await vi.advanceTimersByTimeAsync(1000)
    flow.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.looks).toHaveLength(1)
    flow.start()
    await vi.advanceTimersByTimeAsync(2000)
    expect(world.looks).toHaveLength(2)
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
