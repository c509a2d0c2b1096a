import { expect, test } from 'vitest'
import { foldName } from './open-agent.ts'

test.each([
  ['Élodie  ÑANDÚ ', 'elodie nandu'],
  ['ЩЕРБАКОВА', 'щербакова'],
  ['Ağaoğlu', 'agaoglu'],
  ['İpek', 'ipek'],
  ['مُحَمَّد', 'محمد'],
])('%j is found as %j', (name, folded) => {
  expect(foldName(name)).toBe(folded)
})
