import { CircleAlert, CircleDashed, PenLine } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Look, LookBadge } from '../../platform/look-badge.tsx'
import type { TextState } from './texts.ts'

const looks: Record<TextState, Look> = {
  missing: ['pending', CircleDashed],
  wrong: ['rejected', CircleAlert],
  changed: ['demo', PenLine],
}

export function TextBadges({ states }: { states: readonly TextState[] }) {
  const t = useTranslations('app_texts.states')
  if (states.length === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {states.map((state) => (
        <LookBadge key={state} look={looks[state]}>
          {t(state)}
        </LookBadge>
      ))}
    </span>
  )
}
