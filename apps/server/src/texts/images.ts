import { readFileSync } from 'node:fs'
import type { Language } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import { messengerList } from './dictionaries.ts'

const flags: Readonly<Record<Language, string>> = { en: 'GB', ru: 'RU', es: 'ES', fr: 'FR', tr: 'TR', ar: 'SA' }

// Read as files: the modules of these packages load thousands of pictures, which takes 30 MB.
const FLAGS = import.meta.resolve('country-flag-icons/3x2/flags.css')
const read = (base: string, name: string) => readFileSync(new URL(`./${name}.svg`, base), 'utf8')

const messengers = new Map<string, string>(
  messengerList.map(({ code, colour }) => [
    code,
    read(import.meta.resolve(`simple-icons/icons/${code}.svg`), code).replace('<svg ', `<svg fill="${colour}" `),
  ]),
)
const languages = new Map<string, string>(
  Object.entries(flags).map(([language, flag]) => [language, read(FLAGS, flag)]),
)

/** The images that the dictionaries link to. */
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
