import type { FileFormat, InputOf, requestFile } from '@cashbox/contract'
import type { FileSubject } from '../../platform/events.ts'
import { lastSecondOf, secondsOf } from '../../platform/time/zoned-time.ts'

export type Picked = {
  readonly format: FileFormat
  readonly from: string
  readonly to: string
}

/** What to ask for: whole days in the agent's zone. A field that is empty is no limit; days the wrong way round are turned. */
export function wishOf(
  subject: FileSubject,
  { format, from, to }: Picked,
  timezone: string,
): InputOf<typeof requestFile> {
  const [first, last] = from !== '' && to !== '' && from > to ? [to, from] : [from, to]
  const [start, end] = [secondsOf(first, timezone), lastSecondOf(last, timezone)]
  return {
    list: subject.list,
    ...(subject.list === 'statement' ? { account: subject.account } : {}),
    ...(subject.list === 'history' && subject.type !== null ? { type: subject.type } : {}),
    format,
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { to: end }),
    timezone,
  }
}
