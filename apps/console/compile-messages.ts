import { compileTexts } from '@cashbox/client/compile-texts'
import { languages } from '@cashbox/contract'
import { consoleTexts } from '@cashbox/contract/console-texts'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:texts/'

/** Each language in a file of its own, compiled, so that the console needs no parser of messages to show them. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    const language = languages.find((one) => id === `\0${PREFIX}${one}`)
    if (!language) return null
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileTexts(consoleTexts[language])))})`
  },
})
