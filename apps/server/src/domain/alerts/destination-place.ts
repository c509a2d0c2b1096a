/** What the secret of a destination is bound to. */
export const destinationPlace = (id: string) => `alert_destination.secret ${id}`
