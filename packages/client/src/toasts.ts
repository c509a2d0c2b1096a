import { observable, useObservable } from './observable.ts'

interface Notice {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
  /** What can be done about it, such as taking it back. */
  readonly action?: NoticeAction | undefined
}

interface NoticeAction {
  readonly label: string
  readonly onPress: () => void
}

/** Reading takes a moment, and deciding another one. */
const ACTION_DURATION_FACTOR = 2

/** Notifications that any part of the app can send, and that go by themselves after so long. */
export function createNotices(durationMs: number) {
  const notices = observable<readonly Notice[]>([])
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let lastId = 0

  const startTimer = ({ id, action }: Notice) => {
    timers.set(
      id,
      setTimeout(() => dismissNotice(id), action ? durationMs * ACTION_DURATION_FACTOR : durationMs),
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
    for (const notice of notices.get()) startTimer(notice)
  }

  return {
    /** The same words twice at once are one notification, shown anew. */
    notify(kind: Notice['kind'], text: string, action?: NoticeAction): void {
      lastId += 1
      const id = `notice-${lastId}`
      for (const notice of notices.get()) if (notice.kind === kind && notice.text === text) dismissNotice(notice.id)
      const added = { id, kind, text, action }
      notices.set([...notices.get(), added])
      startTimer(added)
    },

    /** What draws them needs this. Notifications that are pointed at or hold the focus stay. */
    useToaster: () => ({ notices: useObservable(notices), onDismiss: dismissNotice, onPause: hold, onResume: release }),
  }
}
