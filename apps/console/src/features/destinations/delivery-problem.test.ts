import { expect, test } from 'vitest'
import { readDeliveryError } from './destinations-page.tsx'

test.each([
  ['timed_out', { name: 'timed_out' }],
  ['answered 500', { status: '500', text: null }],
  ['answered 403: Forbidden: bot was kicked', { status: '403', text: 'Forbidden: bot was kicked' }],
  ['Invalid login: 535 5.7.8', { text: 'Invalid login: 535 5.7.8' }],
])('%s is taken apart into what the console has words for and what the other side said', (error, parts) => {
  expect(readDeliveryError(error)).toEqual(parts)
})
