import { expect, test, vi } from 'vitest'
import { createBotCheck } from './bot-check.ts'
import { readMailLink } from './verification.ts'

function source(type = 'altcha') {
  let count = 0
  const clock = { ms: 0 }
  const solve = vi.fn<() => Promise<{ captcha_type: string; captcha_text: string }>>(async () => {
    count += 1
    return { captcha_type: type, captcha_text: `answer ${count}` }
  })
  return { clock, solve, nowMs: () => clock.ms }
}

test('an answer prepared while the guest types is the one that is sent', async () => {
  const { solve, nowMs } = source()
  const check = createBotCheck('login', { solve, nowMs })
  check.prepare()
  check.prepare()
  expect(await check.take()).toEqual({ captcha_type: 'altcha', captcha_text: 'answer 1' })
  expect(solve).toHaveBeenCalledExactlyOnceWith('login')
})

test('no answer is handed out twice', async () => {
  const { solve, nowMs } = source()
  const check = createBotCheck('login', { solve, nowMs })
  check.prepare()
  const [first, second] = await Promise.all([check.take(), check.take()])
  expect(first.captcha_text).not.toBe(second.captcha_text)
})

test.each([
  ['altcha', 9 * 60_000],
  ['recaptcha', 90_000],
])('an answer of %s that is about to expire is made anew', async (type, lifetimeMs) => {
  const { clock, solve, nowMs } = source(type)
  const check = createBotCheck('signup', { solve, nowMs })
  check.prepare()
  clock.ms = lifetimeMs - 1
  expect((await check.take()).captcha_text).toBe('answer 1')
  check.prepare()
  clock.ms += lifetimeMs
  expect((await check.take()).captcha_text).toBe('answer 3')
})

test('a check that failed in the background is tried once more when it is needed', async () => {
  const solve = vi
    .fn<() => Promise<{ captcha_type?: string; captcha_text?: string }>>()
    .mockResolvedValueOnce({})
    .mockResolvedValueOnce({ captcha_type: 'altcha', captcha_text: 'late' })
  const check = createBotCheck('demo', { solve, nowMs: () => 0 })
  check.prepare()
  expect(await check.take()).toEqual({ captcha_type: 'altcha', captcha_text: 'late' })
})

test('type demo is a demo link', () => {
  expect(readMailLink('?hash=abc&type=demo')).toEqual({ kind: 'demo', hash: 'abc' })
})

test.each(['email', 'anything', ''])('type "%s" verifies an e-mail address', (type) => {
  expect(readMailLink(`type=${type}&hash=abc`)).toEqual({ kind: 'email', hash: 'abc' })
})

test.each(['', '?from=elsewhere'])('"%s" is no link', (search) => {
  expect(readMailLink(search)).toBeNull()
})

test.each(['?hash=abc', '?type=demo', '?hash=&type=email'])('"%s" is a link of which a part is missing', (search) => {
  expect(readMailLink(search)).toBe('incomplete')
})
