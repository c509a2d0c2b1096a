import type { listTopups, OutputOf, Topup } from '@cashbox/contract'

export type TopupPage = OutputOf<typeof listTopups>

export const topupsOf = (pages: readonly TopupPage[] = []): readonly Topup[] => pages.flatMap(({ list }) => list)
