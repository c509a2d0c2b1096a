import { CallFailure } from '@cashbox/client/call-failure'
import type { ApprovalRequest } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { firstValues, missingFields, previewInput, requestInput } from './request-form.tsx'
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

test('the server is asked once what moves money is filled in, before the words besides', () => {
  const empty = firstValues('payout', { cash_id: '100001' })
  expect(previewInput('payout', empty)).toBeNull()
  expect(missingFields('payout', empty)).toEqual(['amount', 'paid_to', 'reason'])
  const filled = { ...empty, amount: '12.50' }
  expect(previewInput('payout', filled)).toEqual({ kind: 'payout', cash_id: '100001', amount: '12.50' })
  expect(missingFields('payout', filled)).toEqual(['paid_to', 'reason'])
})

test('a request is what was tried out, with its words', () => {
  const values = { ...firstValues('payout', { cash_id: '100001', amount: '5' }), paid_to: 'Cash', reason: 'June.' }
  const { id, reason, ...rest } = requestInput('payout', 'an id', values)
  expect([id, reason]).toEqual(['an id', 'June.'])
  expect(rest).toEqual({ ...previewInput('payout', values), paid_to: 'Cash' })
})

test('an amount is read as people write it, and with a sign where it takes', () => {
  const values = { ...firstValues('adjustment', { cash_id: ' 7 ' }), amount: '1 250,50', direction: 'take' }
  expect(previewInput('adjustment', values)).toEqual({ kind: 'adjustment', cash_id: '7', amount: '-1250.50' })
})

test('what may stay empty is left out: all the commission, the rate of the moment, the owner', () => {
  const all = firstValues('commission_credit', { cash_id: '7' })
  expect(previewInput('commission_credit', all)).toEqual({ kind: 'commission_credit', cash_id: '7' })
  const credit = firstValues('topup_credit', { topup_id: 't' })
  expect(previewInput('topup_credit', credit)).toEqual({ kind: 'topup_credit', topup_id: 't' })
})
