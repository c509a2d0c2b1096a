import { observable, useObservable } from './observable.ts'

const NOTICE_DURATION_MS = 5000

export interface Notice {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
}

const notices = observable<readonly Notice[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let lastId = 0

export const useNotices = (): readonly Notice[] => useObservable(notices)

/** The same words twice at once are one notification, shown anew. */
export function notify(kind: Notice['kind'], text: string): void {
  lastId += 1
  const id = `notice-${lastId}`
  for (const notice of notices.get()) if (notice.kind === kind && notice.text === text) dismissNotice(notice.id)
  notices.set([...notices.get(), { id, kind, text }])
  startTimer(id)
}

export function dismissNotice(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** While somebody reads or points at them, notifications stay. */
export function holdNotices(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseNotices(): void {
  for (const { id } of notices.get()) startTimer(id)
}

function startTimer(id: string) {
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), NOTICE_DURATION_MS),
  )
}
