import { CallFailure } from '@cashbox/client/call-failure'
import type { ApprovalRequest } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { findOutcome } from './review-sheet.tsx'

const done = { id: '1', state: 'completed' } as ApprovalRequest
const waiting = { id: '1', state: 'pending' } as ApprovalRequest
const silence = new CallFailure('unreachable')

/** What the server says each time it is asked; the last for ever. */
function asking(...answers: readonly (ApprovalRequest | null | CallFailure)[]) {
  let [asked, ms] = [0, 0]
  const outcome = findOutcome({
    read: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? null
      asked += 1
      if (answer instanceof CallFailure) throw answer
      return answer
    },
    hasArrived: ({ state }) => state !== 'pending',
    sentAt: 0,
    now: () => ms,
    pause: async (pauseMs) => {
      ms += pauseMs
    },
  })
  return outcome.then((request) => ({ request, asked, ms }))
}

test('what has arrived is known at once', async () => {
  expect(await asking(done)).toEqual({ request: done, asked: 1, ms: 0 })
})

test('silence is never an answer, however long it lasts', async () => {
  const { request, asked } = await asking(...Array.from({ length: 30 }, () => silence), done)
  expect([request, asked]).toEqual([done, 31])
})

test('what was absent a moment after the sending may still arrive', async () => {
  expect((await asking(null, null, null, done)).request).toBe(done)
})

test.each([
  ['is not there', null],
  ['is as it was', waiting],
])('what %s ten seconds after the sending did not go through', async (_what, answer) => {
  const { request, ms } = await asking(answer)
  expect(request).toBeNull()
  expect(ms).toBeGreaterThanOrEqual(10_000)
})

test('an absence before a silence does not count', async () => {
  const { asked } = await asking(...Array.from({ length: 10 }, () => silence), null, silence, null)
  expect(asked).toBe(14)
})

test('a refusal to answer is not asked over and over', async () => {
  await expect(asking(new CallFailure('refused', { status: 403 }))).rejects.toThrow('refused 403')
})
