import { type WaitingItem } from '@cashbox/contract/operator'
import { Card, Skeleton } from '@cashbox/ui'
import { CircleCheck, HandCoins, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { Link } from 'wouter'
import { kindName, useWaiting } from '../../platform/forms/second-operator.tsx'
import { textAt } from '../../platform/language/language.ts'
import { formatAge } from '../../platform/values/formats.ts'

/** The totals below lead to the rest. */
const SHOWN = 3

const kinds: Record<WaitingItem['kind'], readonly [icon: LucideIcon, hrefOf: (item: WaitingItem) => string]> = {
  application: [Hourglass, ({ id }) => `/agents/${id}`],
  request: [Users, ({ id }) => `/approvals/${id}`],
  held_topup: [HandCoins, ({ reason }) => `/held-topups?reason=${reason}`],
}

/** What waits for this operator, of all kinds and the oldest first. It is there whether something waits or not. */
export function TodoList() {
  const { data, dataUpdatedAt } = useWaiting()
  return (
    <section aria-labelledby="todo" className="grid min-w-0 content-start gap-2">
      <h2 id="todo" className="font-semibold">
        {textAt('watch.todo.title')}
      </h2>
      {!data ? (
        <Skeleton className="h-16" />
      ) : data.oldest.length === 0 ? (
        <Card className="flex items-center gap-2.5 py-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-approved" />
          {textAt('watch.todo.none')}
        </Card>
      ) : (
        <div className="overflow-hidden rounded-2xl border border-line bg-card">
          <ul className="divide-y divide-line">
            {data.oldest.slice(0, SHOWN).map((item) => (
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
  const title = titleOf(item)
  const [Icon, hrefOf] = kinds[item.kind]
  const age = formatAge(Math.max(0, nowS - item.since))
  return (
    <li>
      <Link
        href={hrefOf(item)}
        className="flex min-h-11 items-center gap-2.5 px-4 py-1.5 -outline-offset-2 hover:bg-sunken"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-pending" />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          <span className="font-semibold">{title}</span>
          <bdi className="min-w-0 wrap-anywhere">
            {item.name || (item.kind === 'held_topup' ? textAt('watch.todo.unknown_agent') : '')}
          </bdi>
        </span>
        <span className="text-sm whitespace-nowrap text-ink-soft">{textAt('watch.todo.age', { age })}</span>
      </Link>
    </li>
  )
}

function titleOf({ kind, request, reason }: WaitingItem): string {
  if (kind === 'held_topup')
    return reason
      ? `${textAt('watch.todo.held_topup')}: ${textAt(`money.held.reasons.${reason}`)}`
      : textAt('watch.todo.held_topup')
  return kind === 'application' || request === null ? textAt('watch.todo.application') : kindName(request)
}

/** All of each kind, for what the list has no room for. */
function Totals({ applications, requests, held_topups }: Record<'applications' | 'requests' | 'held_topups', number>) {
  const kinds = (
    [
      ['/waiting', textAt('pages.waiting'), applications],
      ['/approvals?show=for_me', textAt('pages.approvals'), requests],
      ['/held-topups', textAt('pages.held_topups'), held_topups],
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
