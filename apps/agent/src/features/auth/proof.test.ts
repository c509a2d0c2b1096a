import { expect, test, vi } from 'vitest'
import { createProof } from './proof.ts'

function source(type = 'altcha') {
  let count = 0
  const clock = { ms: 0 }
  const solve = vi.fn<() => Promise<{ captcha_type: string; captcha_text: string }>>(async () => {
    count += 1
    return { captcha_type: type, captcha_text: `proof ${count}` }
  })
  return { clock, solve, nowMs: () => clock.ms }
}

test('a proof prepared while the guest types is the one that is sent', async () => {
  const { solve, nowMs } = source()
  const proof = createProof('login', { solve, nowMs })
  proof.prepare()
  proof.prepare()
  expect(await proof.take()).toEqual({ captcha_type: 'altcha', captcha_text: 'proof 1' })
  expect(solve).toHaveBeenCalledExactlyOnceWith('login')
})

test('no proof is handed out twice', async () => {
  const { solve, nowMs } = source()
  const proof = createProof('login', { solve, nowMs })
  proof.prepare()
  const [first, second] = await Promise.all([proof.take(), proof.take()])
  expect(first.captcha_text).not.toBe(second.captcha_text)
})

test.each([
  ['altcha', 9 * 60_000],
  ['recaptcha', 90_000],
])('a proof of %s that is about to expire is made anew', async (type, lifetimeMs) => {
  const { clock, solve, nowMs } = source(type)
  const proof = createProof('signup', { solve, nowMs })
  proof.prepare()
  clock.ms = lifetimeMs - 1
  expect((await proof.take()).captcha_text).toBe('proof 1')
  proof.prepare()
  clock.ms += lifetimeMs
  expect((await proof.take()).captcha_text).toBe('proof 3')
})

test('a check that failed in the background is tried once more when it is needed', async () => {
  const solve = vi
    .fn<() => Promise<{ captcha_type?: string; captcha_text?: string }>>()
    .mockResolvedValueOnce({})
    .mockResolvedValueOnce({ captcha_type: 'altcha', captcha_text: 'late' })
  const proof = createProof('demo', { solve, nowMs: () => 0 })
  proof.prepare()
  expect(await proof.take()).toEqual({ captcha_type: 'altcha', captcha_text: 'late' })
})
