import { type ChangeKind, LARGE_CHANGE_PERCENT, WIDE_AREA_M } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatWhole } from '../values/formats.ts'

/** Tells the operator who asks, and the one who decides, why one of them is not enough. */
export function SecondOperator({ kind }: { kind: ChangeKind }) {
  const t = useTranslations('approvals.why')
  const values = { percent: LARGE_CHANGE_PERCENT, metres: formatWhole(WIDE_AREA_M) }
  const text = t(kind === 'agent_approve' ? 'agent_terms' : kind, values)
  return <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}
