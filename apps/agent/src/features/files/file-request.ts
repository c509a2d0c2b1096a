import type { FileFormat, InputOf, requestFile } from '@cashbox/contract'
import type { FileSubject } from '../../platform/events.ts'
import { lastSecondOf, secondsOf } from '../../platform/time/zoned-time.ts'

export type Picked = {
  readonly format: FileFormat
  readonly from: string
  readonly to: string
}

/** Whole days in the agent's zone. An empty field is no limit; reversed days are swapped. */
export function fileRequest(
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
