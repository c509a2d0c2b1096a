export interface MapConfig {
  /** Tile URL with {z}, {x} and {y}; null for the console's built-in outline. */
  readonly tiles: string | null
  readonly attribution: string
  /** URL with {query} of a geocoder with the Nominatim API; null for no address search. */
  readonly geocoder: string | null
}
