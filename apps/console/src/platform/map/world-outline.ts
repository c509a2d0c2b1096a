import L from 'leaflet'
import { currentLocale } from '../language/language.ts'
import { countries, countryName } from './countries.ts'

export const outlineOf = (): L.GeoJSON =>
  L.geoJSON(countries(), {
    interactive: false,
    attribution: 'Natural Earth',
    style: { className: 'map-land', weight: 1, fillOpacity: 1 },
    onEachFeature: ({ id }, layer) => {
      const name = countryName(id, currentLocale())
      if (name === '') return
      // Read aloud, the names of all countries would hide the agents.
      layer.on('tooltipopen', ({ tooltip }) => tooltip.getElement()?.setAttribute('aria-hidden', 'true'))
      layer.bindTooltip(name, { permanent: true, direction: 'center', className: 'map-name' })
    },
  })
