import { type StatementAccount, type StatementKind, statementAccounts, statementKinds } from '@cashbox/contract'
import { useSearchParams } from 'wouter'
import { useMonths } from '../../platform/stats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { lastSecondOf, secondsOf } from '../../platform/time/zoned-time.ts'

/** The first and the last second; null for no limit. */
export interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

export interface StatementFilter extends Bounds {
  readonly account: StatementAccount
  readonly kind: StatementKind | null
}

export const ALL_TIME = 'all'
export const CHOSEN = 'chosen'

type Name = 'account' | 'kind' | 'period' | 'from' | 'to'

/** What is shown is in the address, so that going back finds it again. */
export function useStatementFilter() {
  const months = useMonths()
  const timeZone = useTimezone()
  const [params, setParams] = useSearchParams()
  const choose = (changes: Partial<Record<Name, string>>) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const [current] = months
  const picked = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const asked = params.get('period')
  const month = months.find(({ value }) => value === asked)
  const period = month?.value ?? (asked === ALL_TIME || asked === CHOSEN ? asked : current.value)
  const bounds: Readonly<Record<string, Bounds>> = {
    [ALL_TIME]: { from: null, to: null },
    [CHOSEN]: { from: secondsOf(picked.from, timeZone), to: lastSecondOf(picked.to, timeZone) },
  }
  return {
    months,
    period,
    picked,
    choose,
    filter: {
      account: statementAccounts.find((known) => known === params.get('account')) ?? 'float',
      kind: statementKinds.find((known) => known === params.get('kind')) ?? null,
      ...(bounds[period] ?? month ?? current),
    } satisfies StatementFilter,
  }
}
