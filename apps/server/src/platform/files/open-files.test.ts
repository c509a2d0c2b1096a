import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createOpenFiles } from './open-files.ts'

test('one person has so many files at a time, and others are not held up', async () => {
  const files = createOpenFiles()
  const [first, second] = [new PassThrough(), new PassThrough()]
  for (const file of [first, second]) {
    files.refuseMore('one', 2)
    files.add('one', file)
  }
  expect(() => files.refuseMore('one', 2)).toThrow('too_many_requests')
  expect(() => files.refuseMore('other', 2)).not.toThrow()
  first.destroy()
  await new Promise((resolve) => first.once('close', resolve))
  expect(() => files.refuseMore('one', 2)).not.toThrow()
  files.closeAll()
  expect(second.destroyed).toBe(true)
})
