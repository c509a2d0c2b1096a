import { observable, useObservable } from './observable.ts'

interface Toast {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
  /** What can be done about it, such as taking it back. */
  readonly action?: ToastAction | undefined
}

interface ToastAction {
  readonly label: string
  readonly onPress: () => void
}

/** Reading takes a moment, and deciding another one. */
const ACTION_DURATION_FACTOR = 2

/** Notifications that any part of the app can send, and that go by themselves after so long. */
export function createToasts(durationMs: number) {
  const toasts = observable<readonly Toast[]>([])
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let lastId = 0

  const startTimer = ({ id, action }: Toast) => {
    timers.set(
      id,
      setTimeout(() => dismissToast(id), action ? durationMs * ACTION_DURATION_FACTOR : durationMs),
    )
  }

  const dismissToast = (id: string): void => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    toasts.set(toasts.get().filter((toast) => toast.id !== id))
  }

  const hold = () => {
    for (const timer of timers.values()) clearTimeout(timer)
  }

  const release = () => {
    for (const toast of toasts.get()) startTimer(toast)
  }

  return {
    /** The same words twice at once are one notification, shown anew. */
    notify(kind: Toast['kind'], text: string, action?: ToastAction): void {
      lastId += 1
      const id = `toast-${lastId}`
      for (const toast of toasts.get()) if (toast.kind === kind && toast.text === text) dismissToast(toast.id)
      const added = { id, kind, text, action }
      toasts.set([...toasts.get(), added])
      startTimer(added)
    },

    /** What draws them needs this. Notifications that are pointed at or hold the focus stay. */
    useToaster: () => ({ toasts: useObservable(toasts), onDismiss: dismissToast, onPause: hold, onResume: release }),
  }
}
