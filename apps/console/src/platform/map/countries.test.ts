import { expect, test } from 'vitest'
import { countries, countryName, hasLeap } from './countries.ts'

test('no border of a country runs across the whole map, but that around the Pole', () => {
  const { features } = countries()
  const leaping = features.filter(({ geometry: land }) => {
    const polygons = land.type === 'Polygon' ? [land.coordinates] : land.type === 'MultiPolygon' ? land.coordinates : []
    return polygons.flat().some(hasLeap)
  })
  expect(leaping.map(({ properties }) => properties.name).filter((name) => name !== 'Antarctica')).toEqual([])
  expect(features.length).toBeGreaterThan(170)
})

test('countries have their names in the language of the console', () => {
  const idOf = (name: string) => countries().features.find(({ properties }) => properties.name === name)?.id
  expect(countryName(idOf('Uzbekistan'), 'ru')).toBe('Узбекистан')
  expect(countryName(idOf('Algeria'), 'ar')).toBe('الجزائر')
  expect(countryName(idOf('Tanzania'), 'en')).toBe('Tanzania')
  expect(countryName(idOf('Somaliland'), 'en')).toBe('')
})
