import { expect, test } from 'vitest'
import { countries, countryName, hasLeap } from './countries.ts'
import { boxOf } from './items.ts'

test('the box of a circle is as far from its middle as the circle, also where degrees are short', () => {
  const box = boxOf([{ kind: 'circle', key: 'a', lat: 60, lon: 10, radiusM: 11_132, tone: 'main' }])
  expect(box?.north).toBeCloseTo(60.1)
  expect(box?.east).toBeCloseTo(10.2)
})

test('nothing has no box, and no box is larger than the world', () => {
  expect(boxOf([])).toBeNull()
  const all = boxOf([{ kind: 'circle', key: 'a', lat: 89, lon: 179, radiusM: 20_000_000, tone: 'main' }])
  expect(all).toEqual({ south: -90, north: 90, west: -180, east: 180 })
})

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
