/** Whom a transaction is for: any agent of a channel, or one cashbox. */
export type Target = ({ readonly channel: string } | { readonly cash_id: string }) & { readonly currency_code: string }

export interface NamedTarget {
  readonly target: Target
  readonly label: string
}

export interface WebhookSetting {
  readonly url: string
  readonly secret: string
  /** Cashbox sends nothing more, until the address is set again. */
  readonly isOff: boolean
}

/** What the operator has set up for this player service, and where Cashbox answers it. */
export interface PartnerAccount {
  /** Where Cashbox answers, known once it listens. */
  url(): string
  key(): Promise<{ readonly id: string; readonly secret: string }>
  webhook(): Promise<WebhookSetting>
  /** Has the address set again, as the operator does when a partner asks for it. */
  setWebhookAgain(): Promise<void>
  /** Brings every expiry, next try and recurring work so much closer, and ends days so much earlier, with their files. */
  moveTime(seconds: number): Promise<void>
  /** Channels first, then cashboxes. */
  targets(): Promise<readonly NamedTarget[]>
  /** The one that is asked for, or the first channel; null when there is none. */
  findTarget(wish: { readonly channel?: string; readonly cash_id?: string }): Promise<Target | null>
}
