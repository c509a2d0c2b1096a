/** Writes the types of the partner API from its OpenAPI document. They are not tracked: a build, `check` and `pack:partner` do this. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { partnerDocument } from './api-documents.ts'

const FOLDER = join(import.meta.dirname, '../../../../packages/partner-client/src/generated')

const document = partnerDocument({ version: '', serverUrl: 'https://cashbox.example/partner/v1' })
const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }))
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'partner-api.ts'), types)
