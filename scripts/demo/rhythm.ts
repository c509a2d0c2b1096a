export type Day = ReturnType<typeof startDay>

/** A simulated day. Hours pass faster than on the wall, by `speed`; the day begins when shops open. */
export function startDay(speed: number, from = 8, now: () => number = Date.now) {
  const startedAt = now()
  const passed = () => ((now() - startedAt) / 3_600_000) * speed
  const hour = () => (from + passed()) % 24
  return {
    /** The hour that it is from 0 to 24, with its minutes as a fraction. */
    hour,
    isOver: () => passed() >= 24,
    /** "14:05" */
    time: () => {
      const minutes = Math.floor(hour() * 60)
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    },
  }
}

/** Payments an agent takes in an hour: few at night, more at noon, most in the evening. */
export function paymentsAnHour(hour: number): number {
  const peak = (at: number, width: number, height: number) => height * Math.exp(-(((hour - at) / width) ** 2))
  return 0.1 + peak(12.5, 2.5, 2) + peak(19, 2.5, 3.4)
}

/** Mostly small sums and now and then a large one, in steps that people hand over. */
export const someAmount = (step: number, random = Math.random): string =>
  `${step * (1 + Math.floor(random() ** 3 * 120))}.00`
