import { askAgainAfterMs, isWorthAskingAgain } from './call-failure.ts'
import { logFailure } from './log.ts'
import { observable } from './observable.ts'

export interface AnswerState<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isAsking: boolean
  /** True after the first answer, also if it was a failure. */
  readonly isAnswered: boolean
}

export type CachedAnswer<T> = ReturnType<typeof cachedAnswer<T>>

interface Options<T> {
  readonly ask: () => Promise<T>
  readonly freshMs: number
  /** What to show until there is an answer. */
  readonly first?: T | undefined
  readonly failure: string
}

/** One answer of the server that anyone may see. For the first page, which has no room for a library of queries. */
export function cachedAnswer<T>({ ask, freshMs, first, failure }: Options<T>) {
  const state = observable<AnswerState<T>>({ data: first, error: undefined, isAsking: false, isAnswered: false })
  let answeredAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function load() {
    state.set({ ...state.get(), isAsking: true })
    try {
      const data = await patiently(ask)
      answeredAt = Date.now()
      finish({ data, error: undefined })
    } catch (error) {
      logFailure(failure, error)
      finish({ data: state.get().data, error })
    }
  }

  function finish(outcome: Pick<AnswerState<T>, 'data' | 'error'>) {
    running = null
    state.set({ ...outcome, isAsking: false, isAnswered: true })
  }

  /** Asks now. A second request while one is on its way gets the same answer. */
  const reload = (): Promise<void> => (running ??= load())
  return {
    state,
    reload,
    /** Asks if the last answer is no longer fresh. */
    async refresh(): Promise<void> {
      if (Date.now() - answeredAt >= freshMs) await reload()
    },
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask()
    } catch (error) {
      if (!isWorthAskingAgain(failures, error)) throw error
      await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs(failures)))
    }
  }
}
