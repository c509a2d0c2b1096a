import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'

test('paragraphs are parted by empty lines, and the first of several lines is a heading', () => {
  expect(paragraphsOf('Alone.\n\n  \nHeading\r\nOne. \nTwo.\n\n')).toEqual([
    { heading: null, lines: ['Alone.'] },
    { heading: 'Heading', lines: ['One.', 'Two.'] },
  ])
})
