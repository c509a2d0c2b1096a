import { type MoneyKind, moneyKinds, type WaitingItem } from '@cashbox/contract/operator'
import { Card, Skeleton } from '@cashbox/ui'
import { CircleCheck, HandCoins, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useWaiting } from '../../platform/forms/approval-requests.ts'
import { formatAge } from '../../platform/values/formats.ts'

type Kind = WaitingItem['kind']

const icons: Record<Kind, LucideIcon> = { application: Hourglass, request: Users, held_topup: HandCoins }

const hrefs: Record<Kind, (item: WaitingItem) => string> = {
  application: ({ id }) => `/agents/${id}`,
  request: ({ id }) => `/approvals/${id}`,
  held_topup: ({ reason }) => `/held-topups?reason=${reason}`,
}

/** What waits for this operator, of all kinds and the oldest first. It is there whether something waits or not. */
export function TodoList() {
  const t = useTranslations('watch.todo')
  const { data, dataUpdatedAt } = useWaiting()
  return (
    <section aria-labelledby="todo" className="grid min-w-0 content-start gap-2">
      <h2 id="todo" className="font-semibold">
        {t('title')}
      </h2>
      {!data ? (
        <Skeleton className="h-16" />
      ) : data.oldest.length === 0 ? (
        <Card className="flex items-center gap-2.5 py-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-approved" />
          {t('none')}
        </Card>
      ) : (
        <div className="overflow-hidden rounded-2xl border border-line bg-card">
          <ul className="divide-y divide-line">
            {data.oldest.map((item) => (
              <Item key={item.id} item={item} nowS={Math.floor(dataUpdatedAt / 1000)} />
            ))}
          </ul>
          <Totals {...data} />
        </div>
      )}
    </section>
  )
}

function Item({ item, nowS }: { item: WaitingItem; nowS: number }) {
  const t = useTranslations('watch.todo')
  const title = useTitle(item)
  const Icon = icons[item.kind]
  const age = formatAge(Math.max(0, nowS - item.since))
  return (
    <li>
      <Link
        href={hrefs[item.kind](item)}
        className="flex min-h-11 items-center gap-2.5 px-4 py-1.5 -outline-offset-2 hover:bg-sunken"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-pending" />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          <span className="font-semibold">{title}</span>
          <bdi className="min-w-0 wrap-anywhere">
            {item.name || (item.kind === 'held_topup' ? t('unknown_agent') : '')}
          </bdi>
        </span>
        <span className="text-sm whitespace-nowrap text-ink-soft">{t('age', { age })}</span>
      </Link>
    </li>
  )
}

const isMoney = (kind: string): kind is MoneyKind => moneyKinds.some((one) => one === kind)

function useTitle({ kind, request, reason }: WaitingItem): string {
  const t = useTranslations()
  if (kind === 'held_topup')
    return reason ? `${t('watch.todo.held_topup')}: ${t(`money.held.reasons.${reason}`)}` : t('watch.todo.held_topup')
  if (kind === 'application' || request === null) return t('watch.todo.application')
  return isMoney(request) ? t(`money.kinds.${request}`) : t(`approvals.kinds.${request}`)
}

/** All of each kind, for what the list has no room for. */
function Totals({ applications, requests, held_topups }: Record<'applications' | 'requests' | 'held_topups', number>) {
  const t = useTranslations('pages')
  const kinds = (
    [
      ['/waiting', t('waiting'), applications],
      ['/approvals?show=for_me', t('approvals'), requests],
      ['/held-topups', t('held_topups'), held_topups],
    ] as const
  ).filter(([, , count]) => count > 0)
  return (
    <p className="flex flex-wrap gap-x-5 border-t border-line bg-sunken px-4 text-sm">
      {kinds.map(([href, label, count]) => (
        <Link
          key={href}
          href={href}
          className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-brand-text hover:underline"
        >
          {label} <span className="tabular-nums">{count}</span>
        </Link>
      ))}
    </p>
  )
}
