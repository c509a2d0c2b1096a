import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'

export type OfflineBannerProps = {
  readonly isShown: boolean
  readonly children: ReactNode
}

/** Lies over the top edge, so that nothing below it moves when the network comes and goes. */
export const OfflineBanner = ({ isShown, children }: OfflineBannerProps) => (
  <div
    role="status"
    aria-live="polite"
    className="pointer-events-none fixed inset-x-0 top-0 z-[60] flex justify-center"
  >
    {isShown && (
      <p className="m-2 flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-paper">
        <WifiOff aria-hidden className="size-4" />
        {children}
      </p>
    )}
  </div>
)
