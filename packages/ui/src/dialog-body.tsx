import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { cn } from './cn.ts'

/** The bar below what scrolls: undefined outside dialogs, null until it is drawn. */
const Bar = createContext<HTMLElement | null | undefined>(undefined)

/** What scrolls in a dialog, and below it the bar of `DialogFooter`. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  return (
    <Bar value={bar}>
      <div className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5', className)}>{children}</div>
      <div
        ref={setBar}
        data-dialog-footer
        className="grid gap-3 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] empty:hidden"
      />
    </Bar>
  )
}

/** Buttons that are in sight however far a dialog is scrolled. On a page they stand where they are written. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const bar = useContext(Bar)
  if (bar === undefined) return children
  return bar && createPortal(children, bar)
}
