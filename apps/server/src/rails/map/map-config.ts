export interface MapConfig {
  /** Pictures of the map, with {z}, {x} and {y}; null for the outline that the console has. */
  readonly tiles: string | null
  /** Whose map it is. */
  readonly attribution: string
  /** Where addresses are searched, with {query}; it answers as Nominatim does. Null for nowhere. */
  readonly geocoder: string | null
}
