import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findPlaces, readPlaces } from './geocoder-pages.ts'

const places = readPlaces(await readFile(new URL('./places.csv', import.meta.url), 'utf8'))
const names = (query: string) => findPlaces(places, query).map(({ display_name }) => display_name)

test('an address is found by the city in it, however its letters are written', () => {
  expect(names('Registan 5, samarkand')).toEqual(['Samarkand, Uzbekistan'])
  expect(names('São Paulo')).toEqual(['Sao Paulo, Brazil'])
  expect(names('new yor')).toEqual(['New York, United States'])
})

test('the city of the country that was named comes first, and a country alone has at most five', () => {
  expect(names('Santiago, Chile')[0]).toBe('Santiago, Chile')
  expect(names('Uzbekistan')).toHaveLength(5)
})

test('nothing is found by nothing, by a street alone, or by two letters', () => {
  for (const query of ['', 'Elm Street 7', 'ta']) expect(names(query)).toEqual([])
})

test('every place is on Earth, and known once', () => {
  expect(new Set(places.map(({ display_name }) => display_name)).size).toBe(places.length)
  for (const { display_name, lat, lon } of places) {
    const isOnEarth = lat !== '' && lon !== '' && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180
    expect([display_name, isOnEarth]).toEqual([display_name, true])
  }
})
