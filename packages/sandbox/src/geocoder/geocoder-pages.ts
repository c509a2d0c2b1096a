import { readFile } from 'node:fs/promises'
import { html } from '@cashbox/contract/html'
import type { FastifyPluginAsync } from 'fastify'
import { createMode, modeButtons, serveForms, serveMode } from '../page/forms.ts'
import { headerBar, layout, linkTo, sendPage } from '../page/layout.ts'

const MOST = 5

/** Lines of name, country, latitude and longitude, after one with their names. */
export const readPlaces = (csv: string) =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', country = '', lat = '', lon = ''] = line.split(',')
      return { display_name: `${name}, ${country}`, lat, lon, words: wordsOf(name), country: wordsOf(country) }
    })

/** Streets are not known: an address is found by the city or the country in it. Those named by more words come first. */
export function findPlaces(places: ReturnType<typeof readPlaces>, query: string) {
  const asked = wordsOf(query)
  return (
    places
      .map((place) => ({ place, score: 2 * shareOf(place.words, asked) + shareOf(place.country, asked) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST)
      // As Nominatim names them in its answers.
      .map(({ place: { display_name, lat, lon } }) => ({ display_name, lat, lon }))
  )
}

/** Whether the words are asked for, all of them: the first letters are enough for the last word that was typed. */
const shareOf = (words: readonly string[], asked: readonly string[]) =>
  words.every((word) => asked.some((part, at) => part === word || isBegun(word, part, at === asked.length - 1))) ? 1 : 0

const LEAST_LETTERS = 3
const isBegun = (word: string, part: string, isLast: boolean) =>
  isLast && part.length >= LEAST_LETTERS && word.startsWith(part)

/** Without accents and in small letters. */
const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

const working = { label: 'Working', does: 'answers' }
const away = { label: 'Away', does: 'answers 503' }

/** A geocoder of some hundred cities that answers as Nominatim does, and a page to switch it off. */
export const geocoderPages: FastifyPluginAsync = async (app) => {
  const base = app.prefix
  const places = readPlaces(await readFile(new URL('./places.csv', import.meta.url), 'utf8'))
  const mode = createMode({ working, away }, 'working')
  await app.register(
    async (pages) => {
      await serveForms(pages)
      serveMode(pages, mode, pages.prefix)
      const page = () =>
        layout({
          base,
          title: 'Address search',
          body: html`${headerBar('Address search', linkTo(base, 'Sandbox'))}
      <p>The console searches addresses here. It knows ${places.length} cities and no streets: an address is found by its city.</p>
      ${modeButtons(pages.prefix, 'How it answers', mode)}`,
        })
      pages.get('/', (_request, reply) => sendPage(reply, 200, page()))
      pages.get<{ Querystring: { q?: string | string[] } }>('/search', async ({ query: { q = '' } }, reply) =>
        mode.current() === away ? reply.code(503).send([]) : findPlaces(places, [q].flat().join(' ')),
      )
    },
    { prefix: '/geocoder' },
  )
}
