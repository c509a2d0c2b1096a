import { expect, test } from 'vitest'
import { cookieText } from './session.ts'

test('over TLS the cookie belongs to this host alone and is never sent without TLS', () => {
  expect(cookieText('remember-me', 'false', true)).toBe('__Host-remember-me=false; path=/; samesite=strict; secure')
})

test('without TLS, as in the sandbox, the browser would refuse such a cookie, so it has its plain name', () => {
  expect(cookieText('remember-me', 'false', false)).toBe('remember-me=false; path=/; samesite=strict')
})
