import { Badge, type BadgeTone } from '@cashbox/ui'
import { CircleAlert, CircleDashed, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { TextState } from './texts.ts'

const looks: Record<TextState, readonly [BadgeTone, ReactNode]> = {
  missing: ['pending', <CircleDashed key="missing" aria-hidden />],
  wrong: ['rejected', <CircleAlert key="wrong" aria-hidden />],
  changed: ['demo', <PenLine key="changed" aria-hidden />],
}

export function TextBadges({ states }: { states: readonly TextState[] }) {
  const t = useTranslations('app_texts.states')
  if (states.length === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {states.map((state) => {
        const [tone, icon] = looks[state]
        return (
          <Badge key={state} tone={tone} icon={icon}>
            {t(state)}
          </Badge>
        )
      })}
    </span>
  )
}
