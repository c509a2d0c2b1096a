export type RankedBar = {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly text: string
}

/** How often each of several things happened, the most frequent first. Every bar has its number beside it. */
export const RankedBars = ({ label, bars }: { readonly label: string; readonly bars: readonly RankedBar[] }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {bars.map(({ key, label: name, value, text }) => (
        <li key={key} className="flex flex-col gap-1">
          <span className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <bdi dir="ltr" className="font-semibold tabular-nums">
              {text}
            </bdi>
          </span>
          <span aria-hidden="true" className="h-2 rounded-full bg-sunken">
            <span
              className="block h-full min-w-1 rounded-full bg-brand-text"
              style={{ width: `${(value / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}
