import type { CallFailure } from '@cashbox/client/call-failure'

const FIELDS = { transaction_id: 'transactionId', amount: 'amount', security_code: 'securityCode' } as const
const PLACES = ['geo_lat', 'geo_lon', 'geo'] as const
/** `call` notifies of it by itself. */
const SAID_ALREADY = 'maintenance'

type FormField = (typeof FIELDS)[keyof typeof FIELDS]

export interface RefusalPlaces {
  /** Under their fields. */
  readonly fields: Partial<Record<FormField, string>>
  /** As an error notification. */
  readonly notification: string | null
  /** Has no place of its own, so it stands in the form. */
  readonly isGeneral: boolean
}

/** Where each part of a refusal is shown. */
export function placeRefusal(failure: CallFailure): RefusalPlaces {
  const fields: Partial<Record<FormField, string>> = {}
  for (const [name, field] of Object.entries(FIELDS)) {
    const message = failure.errorOf(name)
    if (message !== undefined) fields[field] = message
  }
  const notification = PLACES.map((name) => failure.errorOf(name)).find((message) => message !== undefined) ?? null
  const isPlaced = Object.keys(fields).length > 0 || notification !== null
  return { fields, notification, isGeneral: !isPlaced && failure.errorOf(SAID_ALREADY) === undefined }
}
