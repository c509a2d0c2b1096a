import { expect, test } from 'vitest'
import { aroundChosen } from './drawn-options.ts'

const options = Array.from({ length: 100 }, (_, index) => ({ value: String(index), label: `Option ${index}` }))

test.each([
  ['nothing is chosen', null, 0, 24],
  ['the chosen option is near the top', '5', 0, 24],
  ['the chosen option is in the middle', '50', 38, 62],
  ['the chosen option is the last', '99', 76, 100],
])('where %s, the first rows are those around it', (_case, value, from, to) => {
  expect(aroundChosen(options, value)).toMatchObject({ from, to })
})

test('a short list is drawn at once', () => {
  expect(aroundChosen(options.slice(0, 3), '2')).toMatchObject({ from: 0, to: 3 })
})
