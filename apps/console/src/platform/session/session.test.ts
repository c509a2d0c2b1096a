import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheAnswer, queryClient } from './session.ts'

/** Something on the screen that the server is asked for; each asking is answered by hand. */
function show(name: string) {
  const queryKey = ['a test', name]
  const asked: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  }
  onTestFinished(new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {}))
  return { queryKey, asked, shown: () => queryClient.getQueryData(queryKey) }
}

test('what the server answered to a change is not undone by what it was asked before, and it is asked again', async () => {
  const { queryKey, asked, shown } = show('changed while asked')
  asked[0]?.resolve('locked')
  await vi.waitFor(() => expect(shown()).toBe('locked'))
  void queryClient.refetchQueries({ queryKey })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  cacheAnswer(queryKey, () => 'unlocked')
  expect(shown()).toBe('unlocked')
  asked[1]?.resolve('locked')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(shown()).toBe('unlocked')
  asked[2]?.resolve('unlocked, and confirmed since')
  await vi.waitFor(() => expect(shown()).toBe('unlocked, and confirmed since'))
})

test('an answer that comes before the list it belongs to does not stand for the whole list', async () => {
  const { queryKey, asked, shown } = show('changed before it was known')
  cacheAnswer<string>(queryKey, (known = 'only') => `${known} the new one`)
  asked[0]?.resolve('the old ones')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.resolve('all of them')
  await vi.waitFor(() => expect(shown()).toBe('all of them'))
})

test('where the server is not being asked, it is not asked again', async () => {
  const { queryKey, asked, shown } = show('changed at rest')
  asked[0]?.resolve('locked')
  await vi.waitFor(() => expect(shown()).toBe('locked'))
  cacheAnswer(queryKey, () => 'unlocked')
  expect([shown(), asked.length]).toEqual(['unlocked', 1])
})
