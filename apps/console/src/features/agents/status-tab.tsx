import type { KnownAgent } from '@cashbox/contract/operator'
import { Card, EmptyState } from '@cashbox/ui'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useActorWords } from '../../platform/actor-words.ts'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { When } from '../../platform/values.tsx'

/** Changes of status, newest first. */
export function StatusTab({ agent: { status_changes } }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const actorWords = useActorWords()
  if (status_changes.length === 0) {
    return (
      <Card>
        <EmptyState icon={<History aria-hidden />} title={t('no_changes')} />
      </Card>
    )
  }
  return (
    <Card>
      <ol className="grid gap-5">
        {status_changes.map(({ status, note, changed_by, changed_at }) => (
          <li
            key={`${changed_at} ${status} ${note}`}
            className="grid justify-items-start gap-1 border-s-2 border-line ps-4"
          >
            <StatusBadge status={status} />
            {note !== null && (
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
                <bdi>{note}</bdi>
              </p>
            )}
            <p className="text-sm text-ink-soft">
              <bdi>{changed_by === 'registration' ? t('registration') : actorWords(changed_by)}</bdi> ·{' '}
              <When seconds={changed_at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
