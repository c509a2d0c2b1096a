import { hashComponents } from '@fingerprintjs/fingerprintjs'
import { expect, test } from 'vitest'
import { withoutExcluded } from './device.ts'
import { cookieText } from './session.ts'

test('over TLS the cookie belongs to this host alone and is never sent without TLS', () => {
  expect(cookieText('false', true)).toBe('__Host-remember-me=false; path=/; samesite=strict; secure')
})

test('without TLS, as in the sandbox, the browser would refuse such a cookie, so it has its plain name', () => {
  expect(cookieText('false', false)).toBe('remember-me=false; path=/; samesite=strict')
})

const component = (value: unknown) => ({ value, duration: 1 })
const device = { timezone: component('UTC'), platform: component('Linux x86_64'), bad: { error: 1, duration: 1 } }

test('the fingerprint leaves screen resolution and fonts out', () => {
  const described = { ...device, screenResolution: component([1920, 1080]), fonts: component(['Arial']) }
  expect(hashComponents(withoutExcluded(described))).toBe('9e1b373bde25da8e93c45833ff6a7c8a')
})

test('the fingerprint is another on another platform', () => {
  expect(hashComponents(withoutExcluded({ ...device, platform: component('Win32') }))).not.toBe(
    '9e1b373bde25da8e93c45833ff6a7c8a',
  )
})
