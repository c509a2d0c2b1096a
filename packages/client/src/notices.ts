import { observable, useObservable } from './observable.ts'

export interface Notice {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
}

/** Notifications that any part of the app can send, and that go by themselves after so long. */
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

  const hold = () => {
    for (const timer of timers.values()) clearTimeout(timer)
  }

  const release = () => {
    for (const { id } of notices.get()) startTimer(id)
  }

  return {
    /** The same words twice at once are one notification, shown anew. */
    notify(kind: Notice['kind'], text: string): void {
      lastId += 1
      const id = `notice-${lastId}`
      for (const notice of notices.get()) if (notice.kind === kind && notice.text === text) dismissNotice(notice.id)
      notices.set([...notices.get(), { id, kind, text }])
      startTimer(id)
    },

    /** What draws them needs this. Notifications that are pointed at or hold the focus stay. */
    useToaster: () => ({ notices: useObservable(notices), onDismiss: dismissNotice, onPause: hold, onResume: release }),
  }
}
