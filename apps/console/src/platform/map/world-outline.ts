import L from 'leaflet'
import { countries } from './countries.ts'

/** All countries with their names. */
export const outlineOf = (): L.GeoJSON =>
  L.geoJSON(countries(), {
    interactive: false,
    attribution: 'Natural Earth',
    style: { className: 'map-land', weight: 1, fillOpacity: 1 },
    onEachFeature: ({ properties }, layer) => {
      const { name } = properties as { readonly name: string }
      layer.bindTooltip(name, { permanent: true, direction: 'center', className: 'map-name' })
    },
  })
