import { languages } from '@cashbox/contract'
import { type ExportedTable, setOwnLanguage } from '@cashbox/contract/operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { readSheet } from '@cashbox/testing/read-xlsx'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translate } from '../../platform/texts.ts'
import { exportedFiles } from './columns.ts'

let world: World
let finance: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  finance = await operatorOf(world.address, 'finance')
})
afterAll(() => world.close())

const fetchExport = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${world.address}/operator/v1/exports/rates?${query}`, { headers: { cookie: finance.cookie(), ...headers } })
const headOf = async (response: Response) => (await response.text()).replace('\uFEFF', '').split('\r\n', 1)[0]

const inFrench = 'Jeton,Devise,Taux,Origine,Utilisable,Fixé (UTC)'

test('the columns of a file are named in the operator’s own language, unless the request asks for another', async () => {
  expect(await headOf(await fetchExport('format=csv'))).toBe('Coin,Currency,Rate,Source,Usable,Set (UTC)')
  await finance.call(setOwnLanguage, { language: 'fr' })
  expect(await headOf(await fetchExport('format=csv'))).toBe(inFrench)
  const [first] = readSheet(Buffer.from(await (await fetchExport('format=xlsx')).arrayBuffer()))
  expect([...(first?.values() ?? [])].map(({ value }) => value).join()).toBe(inFrench)
  expect(await headOf(await fetchExport('format=csv', { 'x-language': 'tr' }))).toMatch(/^Kripto para,/)
})

test.each(languages)(
  'no two columns of a file have the same name in %s, nor one that would need quotes',
  (language) => {
    for (const table of Object.keys(exportedFiles) as ExportedTable[]) {
      const names = exportedFiles[table].columns.map(({ name }) => translate(language, `export.columns.${name}`))
      expect([table, new Set(names).size]).toEqual([table, names.length])
      expect(names.filter((name) => /[",;\t\r\n]|^[=+\-@]/.test(name))).toEqual([])
    }
  },
)
