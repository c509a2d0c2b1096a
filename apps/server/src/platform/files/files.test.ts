import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createOpenFiles } from './open-files.ts'
import { textRuns } from './pdf-pen.ts'

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

const seen = (text: string, isRightToLeft: boolean) => textRuns(text, isRightToLeft).map((run) => run.text)

test('a line without Arabic is one piece', () => {
  expect(seen('Пополнение 1,250.50 ışğ', false)).toEqual(['Пополнение 1,250.50 ışğ'])
})

test('in an Arabic line the first word stands at the right, and numbers keep their order', () => {
  expect(seen('إيداع 1250.50', true)).toEqual(['1250.50', 'إيداع '])
  expect(seen('من 100 إلى 200', true)).toEqual(['200', ' إلى ', '100', 'من '])
})

test('a time and a negative amount are written the same everywhere', () => {
  expect(seen('2026-11-16 18:40:05', true)).toEqual(['2026-11-16 18:40:05'])
  expect(seen('-1,250.50', true)).toEqual(['-1,250.50'])
})

test('brackets open to the other side', () => {
  expect(seen('سحب (معكوس)', true)).toEqual(['سحب )معكوس('])
})

test('an Arabic word in an English line stays where it is', () => {
  expect(seen('Player سارة paid', false)).toEqual(['Player ', 'سارة', ' paid'])
})
