import { Badge, type BadgeTone } from '@cashbox/ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** How a state looks, besides its name. */
export type Look = readonly [tone: BadgeTone, icon: LucideIcon]

export const LookBadge = ({ look: [tone, Icon], children }: { look: Look; children: ReactNode }) => (
  <Badge tone={tone} icon={<Icon aria-hidden />}>
    {children}
  </Badge>
)
