import { observable, useObservable } from './observable.ts'

export interface Notice {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
}

/** Notifications that go by themselves after so long, whatever part of the app sends them. */
export function createNotices(durationMs: number) {
  const notices = observable<readonly Notice[]>([])
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let lastId = 0

  const startTimer = (id: string) => {
    timers.set(
      id,
      setTimeout(() => dismissNotice(id), durationMs),
    )
  }

  const dismissNotice = (id: string): void => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    notices.set(notices.get().filter((notice) => notice.id !== id))
  }

  return {
    useNotices: (): readonly Notice[] => useObservable(notices),

    /** The same words twice at once are one notification, shown anew. */
    notify(kind: Notice['kind'], text: string): void {
      lastId += 1
      const id = `notice-${lastId}`
      for (const notice of notices.get()) if (notice.kind === kind && notice.text === text) dismissNotice(notice.id)
      notices.set([...notices.get(), { id, kind, text }])
      startTimer(id)
    },

    dismissNotice,

    /** While somebody reads or points at them, notifications stay. */
    holdNotices(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },

    releaseNotices(): void {
      for (const { id } of notices.get()) startTimer(id)
    },
  }
}
