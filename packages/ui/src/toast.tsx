import { CircleAlert, CircleCheck, Info, WifiOff, X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { iconButtonClass } from './button.tsx'
import { cn } from './cn.ts'

type Toast = {
  readonly id: string
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
  /** Pressing it does what it says, and closes the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
}

export type ToasterProps = {
  readonly toasts: readonly Toast[]
  readonly onDismiss: (id: string) => void
  /** A toast under the pointer or holding the focus should not vanish: stop the timer here, start it again on resume. */
  readonly onPause?: (() => void) | undefined
  readonly onResume?: (() => void) | undefined
  /** At the top toasts are where no finger rests, and an open sheet leaves them room. */
  readonly edge?: 'top' | 'bottom' | undefined
}

/** How far toasts at the top reach down, for sheets to begin below them. */
const REACH = '--toasts-reach'

function useReach(isShown: boolean) {
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = region.current
    if (!isShown || !element) return undefined
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => style.setProperty(REACH, `${element.getBoundingClientRect().bottom}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty(REACH)
    }
  }, [isShown])
  return region
}

/** A finger that wants to press what is below does not stop the clock; a mouse that rests does. */
const byMouse = (act?: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && act?.()

const edges = {
  top: 'top-[calc(env(safe-area-inset-top)+0.5rem)] peer-data-shown/offline:top-[calc(env(safe-area-inset-top)+3.25rem)]',
  bottom: 'bottom-[calc(env(safe-area-inset-bottom)+0.75rem)]',
}

const icons = {
  error: <CircleAlert size={20} className="shrink-0 text-[#ff9a8f]" aria-hidden="true" />,
  success: <CircleCheck size={20} className="shrink-0 text-[#6fd196]" aria-hidden="true" />,
  info: <Info size={20} className="shrink-0 text-slab-soft" aria-hidden="true" />,
}

export const Toaster = ({ toasts, onDismiss, onPause, onResume, edge = 'bottom' }: ToasterProps) => {
  const t = useTranslations('common')
  const section = useReach(edge === 'top' && toasts.length > 0)
  const region = (kind: 'errors' | 'others') => (
    <div
      role={kind === 'errors' ? 'alert' : 'status'}
      // Said here as well, so that an open dialog does not hide it from screen readers.
      aria-live={kind === 'errors' ? 'assertive' : 'polite'}
      className="flex flex-col gap-2"
    >
      {toasts
        .filter((toast) => (toast.kind === 'error') === (kind === 'errors'))
        .map((toast) => (
          <div
            key={toast.id}
            className="flex animate-rise items-center gap-3 rounded-2xl border border-slab-soft/30 bg-slab py-1.5 ps-4 pe-1.5 text-base text-slab-ink pointer-fine:pointer-events-auto [&>button]:pointer-events-auto"
          >
            {icons[toast.kind]}
            <span className="min-w-0 flex-1 py-1.5 break-words">{toast.text}</span>
            {toast.action ? (
              <button
                type="button"
                className="min-h-11 shrink-0 rounded-xl px-3 font-semibold underline underline-offset-4 hover:bg-slab-soft/20"
                onClick={() => {
                  onDismiss(toast.id)
                  toast.action?.onPress()
                }}
              >
                {toast.action.label}
              </button>
            ) : null}
            <button
              type="button"
              aria-label={t('close')}
              className={iconButtonClass({ variant: 'on-ink-plain' })}
              onClick={() => onDismiss(toast.id)}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </div>
        ))}
    </div>
  )
  return (
    <section
      ref={section}
      aria-label={t('notifications')}
      onPointerEnter={byMouse(onPause)}
      onPointerLeave={byMouse(onResume)}
      onFocus={onPause}
      onBlur={onResume}
      className={cn(
        'pointer-events-none fixed inset-x-0 z-[60] mx-auto flex w-full max-w-md flex-col gap-2 px-4',
        edges[edge],
      )}
    >
      {region('errors')}
      {region('others')}
    </section>
  )
}

/** Lies over the top edge, so that nothing below it moves when the connection comes and goes. */
export const OfflineBanner = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <div
    role="status"
    aria-live="polite"
    data-shown={isShown || undefined}
    className="peer/offline pointer-events-none fixed inset-x-0 top-0 z-[60] flex justify-center"
  >
    {isShown && (
      <p className="m-2 flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-paper">
        <WifiOff aria-hidden className="size-4" />
        {children}
      </p>
    )}
  </div>
)
