import { cn } from './cn.ts'

export type BrandMarkProps = { readonly className?: string | undefined }

/** A box with a coin at its slot, which is also the letter C. */
export const BrandMark = ({ className }: BrandMarkProps) => (
  <svg viewBox="0 0 40 40" aria-hidden="true" className={cn('size-10 shrink-0', className)}>
    <rect width="40" height="40" rx="11" className="fill-brand" />
    <path
      d="M26.6 12.4A5 5 0 0 0 22 9.5h-8.5a5 5 0 0 0-5 5v11a5 5 0 0 0 5 5H22a5 5 0 0 0 4.6-2.9"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      className="stroke-brand-ink"
    />
    <circle cx="27" cy="20" r="4" className="fill-brand-ink" />
  </svg>
)

const petals = 14
const rings = 30
const points = 280

/** One closed wavy ring, as engraved on banknotes. */
const ring = (radius: number, swing: number, turn: number) => {
  const at = (step: number) => {
    const angle = (step / points) * 2 * Math.PI
    const reach = radius + swing * Math.sin(petals * angle + turn)
    return `${(Math.cos(angle) * reach).toFixed(1)} ${(Math.sin(angle) * reach).toFixed(1)}`
  }
  return `M${Array.from({ length: points }, (_, step) => at(step)).join('L')}Z`
}

const rosette = () =>
  Array.from({ length: rings }, (_, index) => {
    const share = index / (rings - 1)
    return ring(60 + 640 * share ** 1.15, 10 + 44 * share, share * Math.PI * 5)
  }).join('')

/** A quiet engraved rosette for the panel beside a form; it takes the text colour around it. */
export const BrandPattern = ({ className }: BrandMarkProps) => (
  <svg
    aria-hidden="true"
    viewBox="-330 -210 520 640"
    preserveAspectRatio="xMidYMid slice"
    className={cn('size-full', className)}
  >
    <path
      d={rosette()}
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      vectorEffect="non-scaling-stroke"
      opacity="0.22"
    />
  </svg>
)
