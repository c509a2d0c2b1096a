import { Card } from '@cashbox/ui'
import { type ReactNode, useId } from 'react'

interface TitledCardProps {
  readonly title: string
  /** Beside the title: a choice or a button. */
  readonly aside?: ReactNode
  readonly isLoading: boolean
  readonly children: ReactNode
}

/** A card that screen readers find by its title. Its one column is never wider than the card. */
export function TitledCard({ title, aside, isLoading, children }: TitledCardProps) {
  const id = useId()
  return (
    <Card
      role="region"
      aria-labelledby={id}
      aria-busy={isLoading}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
