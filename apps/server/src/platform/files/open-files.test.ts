import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createOpenFiles } from './open-files.ts'

test('one person has so many files at a time, and others are not held up', async () => {
  const files = createOpenFiles(2)
  const [first, second] = [new PassThrough(), new PassThrough()]
  for (const file of [first, second]) {
    files.refuseMore('one')
    files.add('one', file)
  }
  expect(() => files.refuseMore('one')).toThrow('too_many_requests')
  expect(() => files.refuseMore('other')).not.toThrow()
  first.destroy()
  await new Promise((resolve) => first.once('close', resolve))
  expect(() => files.refuseMore('one')).not.toThrow()
  files.closeAll()
  expect(second.destroyed).toBe(true)
})
