import type { Endpoint } from '@cashbox/contract'
import { Button, type ButtonProps } from '@cashbox/ui'
import type { LucideIcon } from 'lucide-react'
import { rolesOf } from './roles.ts'
import { useOperator } from './session.ts'

interface Act {
  /** Shown to operators who may make this call. */
  readonly endpoint: Endpoint
  readonly label: string
  readonly icon: LucideIcon
  readonly variant?: ButtonProps['variant']
  readonly onChoose: () => void
}

/** What the operator can do about a thing. Nothing where the role allows none of it. */
export function ActButtons({ label, acts }: { label: string; acts: readonly Act[] }) {
  const { role } = useOperator()
  const allowed = acts.filter(({ endpoint }) => rolesOf(endpoint).includes(role))
  if (allowed.length === 0) return null
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {allowed.map(({ label: name, icon: Icon, variant = 'secondary', onChoose }) => (
        <Button key={name} variant={variant} icon={<Icon size={16} aria-hidden />} onClick={onChoose}>
          {name}
        </Button>
      ))}
    </div>
  )
}
