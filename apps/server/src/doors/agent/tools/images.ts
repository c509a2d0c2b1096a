import type { Language } from '@cashbox/contract'
import { ES, FR, GB, RU, SA, TR } from 'country-flag-icons/string/3x2'
import type { FastifyPluginAsync } from 'fastify'
import { messengerList } from '../../../domain/agents/places.ts'

const flags: Readonly<Record<Language, string>> = { en: GB, ru: RU, es: ES, fr: FR, tr: TR, ar: SA }

const messengers = new Map<string, string>(
  messengerList.map(({ code, icon }) => [
    code,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#${icon.hex}"><path d="${icon.path}"/></svg>`,
  ]),
)
const languages = new Map<string, string>(Object.entries(flags))

/** The pictures that the dictionaries point at. */
export const imagePages: FastifyPluginAsync = async (app) => {
  for (const [folder, images] of Object.entries({ messengers, languages })) {
    for (const [code, svg] of images) {
      app.get(`/images/${folder}/${code}.svg`, (_request, reply) =>
        reply
          .type('image/svg+xml; charset=utf-8')
          .header('cache-control', 'public, max-age=86400')
          // Apps on another origin show these too.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(svg),
      )
    }
  }
}
