import { DateTime } from '@cashbox/ui'
import { formatDateTime } from '../../platform/formats.ts'
import { useWords } from '../../platform/language.ts'
import { useTimezone } from '../../platform/timezone.ts'

/** Day and time in the agent's language and zone. */
export function Moment({ seconds }: { seconds: number }) {
  const timeZone = useTimezone()
  const { language } = useWords()
  return <DateTime seconds={seconds} text={formatDateTime(seconds, timeZone, language)} className="tabular-nums" />
}
