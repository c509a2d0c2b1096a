import { type ChangeRequest, listAudit } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/language.ts'
import { RequestStateBadge } from '../../platform/request-state-badge.tsx'
import { useMay } from '../../platform/roles.ts'
import { TextLink } from '../../platform/text-link.tsx'
import { Facts, When } from '../../platform/values.tsx'

type Fact = readonly [label: string, value: ReactNode]
type KnownFailure = keyof Messages['approvals']['failures']

/** Everything that is known of a change, besides what it changes. */
export function ChangeFacts({ request }: { request: ChangeRequest }) {
  const t = useTranslations('approvals')
  const mayAudit = useMay(listAudit)
  const { id, kind, state, subject, reason, requested_by, requested_at, decided_by, decided_at, note, failure } =
    request
  const facts: Fact[] = [
    [t('state'), <RequestStateBadge key="state" state={state} />],
    ...(failure === null ? [] : [[t('failure'), <Failure key="failure" code={failure} />] as const]),
    [t('kind'), t(`kinds.${kind}`)],
    [t('subject'), subject.name],
    [t('reason'), reason ?? '–'],
    [t('requested'), <ByAt key="requested" name={requested_by.name} seconds={requested_at} />],
    ...(decided_at === null
      ? []
      : [
          [
            t(state === 'withdrawn' || state === 'expired' ? state : 'decided'),
            state === 'expired' ? (
              <When key="decided" seconds={decided_at} />
            ) : (
              <ByAt key="decided" name={(decided_by ?? requested_by).name} seconds={decided_at} />
            ),
          ] as const,
        ]),
    ...(note === null ? [] : [[t('note'), note] as const]),
  ]
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      {mayAudit && <TextLink href={`/audit?subject_kind=change_request&subject_id=${id}`}>{t('audit_link')}</TextLink>}
    </div>
  )
}

function ByAt({ name, seconds }: { name: string; seconds: number }) {
  const t = useTranslations('approvals')
  return (
    <>
      <When seconds={seconds} /> {t('by', { name })}
    </>
  )
}

function Failure({ code }: { code: string }) {
  const t = useTranslations('approvals.failures')
  return t.has(code as KnownFailure) ? t(code as KnownFailure, { code }) : t('other', { code })
}
